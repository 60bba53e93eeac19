import { TermsNotice } from 'licet'
import { ServiceClient, type ServiceClientConfig } from 'licet/client'
import { useEffect, useState } from 'react'
import { useVisitor, VisitorPage } from './visitor.tsx'

const NEWS = [
  ['Two shops more', 'Harbor Market and Corner Greens now send their receipts by themselves.'],
  ['Fruit of the month', 'Clementines count double until the end of the year.'],
  ['Orchard Research joins us', 'From January, we ask to share statistics with them. You decide, and you get more points.'],
] as const

/** The agreement of next year: one more recipient, and a higher reward. */
function changed(config: ServiceClientConfig): ServiceClientConfig {
  const { agreement } = config
  const [, ...others] = agreement.purposes ?? []
  return {
    ...config,
    agreement: {
      ...agreement,
      destinationLabels: { ...agreement.destinationLabels, 'orchard-research.example': 'Orchard Research' },
      compensation: '300 points for every month in which you share',
      purposes: [
        { usecase: 'analytics', destinations: ['pomelo.example', 'orchard-research.example'], necessary: true },
        ...others,
      ],
    },
  }
}

/** News of the shop, with the banner that asks about changed terms. */
export function News() {
  const visitor = useVisitor('news')
  const agreedAs = useEarlierAgreement(visitor.config)
  const page = (
    <section className="news" aria-labelledby="news-title">
      <h1 id="news-title">News</h1>
      {NEWS.map(([title, text]) => (
        <article className="card" key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </article>
      ))}
    </section>
  )
  if (agreedAs !== visitor.config.userId) return page
  return (
    <VisitorPage
      visitor={{ ...visitor, config: changed(visitor.config) }}
      banner={
        <div className="banner">
          <TermsNotice surface="banner" deadline="2027-01-01" />
        </div>
      }
    >
      {page}
    </VisitorPage>
  )
}

/** Agrees to the terms of this year, as the shopper of this page did on an earlier visit. Returns who has agreed. */
function useEarlierAgreement(config: ServiceClientConfig): string | undefined {
  const [agreedAs, setAgreedAs] = useState<string>()
  const { userId } = config
  // biome-ignore lint/correctness/useExhaustiveDependencies: the configuration of a person does not change.
  useEffect(() => {
    let isCurrent = true
    const client = new ServiceClient(config)
    const agree = async () => {
      if ((await client.getLicense()) === undefined) await client.createLicense()
      await client.close()
      if (isCurrent) setAgreedAs(userId)
    }
    void agree()
    return () => {
      isCurrent = false
    }
  }, [userId])
  return agreedAs
}
