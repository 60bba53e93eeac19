import { PURCHASES, shares } from './purchases.ts'
import { Link } from './router.tsx'

const percent = new Intl.NumberFormat('en', { style: 'percent' })

/** What the receipts add up to. */
export function Insights() {
  return (
    <>
      <h2 id="insights-title">Where your money went</h2>
      <dl className="shares">
        {shares(PURCHASES).map(({ group, share }) => (
          <div key={group}>
            <dt>{group}</dt>
            <dd>
              <meter value={share} max={0.5} aria-label={group} /> {percent.format(share)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        You earn 200 points a month for sharing this. <Link href="/settings">See what you agreed to</Link>
      </p>
    </>
  )
}
