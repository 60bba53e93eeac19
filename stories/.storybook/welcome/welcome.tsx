import { type ReactNode, useEffect, useState } from 'react'
import { ConsentScreen, TermsDocument } from '../../../src/index.ts'
import { en } from '../../../src/locales/en.ts'
import { createTheme, type Theme } from '../../../src/theme/index.ts'
import { plain } from '../../../src/theme/themes/plain.ts'
import { warm } from '../../../src/theme/themes/warm.ts'
import { prepareScene, type Scene } from '../../../test/fixtures/scenes.ts'
import { Stage } from '../../../test/fixtures/stage.tsx'
import { StoryLink } from '../blocks/story-link.tsx'
import { loadTerms, renameCompany } from '../environment/agreement.ts'
import { defaults } from '../environment/toolbar.ts'
import { BrandFile } from './brand-file.tsx'

/** The brand of the picture "Theme it". */
const BRAND = createTheme({ brand: '#b4430f', base: warm.tokens })

/** The first page: what the workshop is, for whom, and the four tasks that it is for. */
export function Welcome(): ReactNode {
  return (
    <main className="wb-welcome sb-unstyled">
      <h1>Make the consent screen your own</h1>
      <p className="wb-lead">
        Licet asks people for a data license and keeps the proof. Here you see every state, theme it, change its words, and hand one
        file to your developers. Nothing to install, nothing leaves this browser.
      </p>
      <ul className="wb-tasks">
        <Task
          to="/story/components-consentscreen-page--ready"
          title="See it"
          text="Every screen in every state, language and size."
          picture={<Phone theme={plain} content={<ConsentScreen surface="inline" />} />}
        />
        <Task
          to="/story/workshop-theme-lab--lab"
          title="Theme it"
          text="From one brand color to a complete theme. Contrast and fairness are kept for you."
          picture={<Phone theme={BRAND} content={<ConsentScreen surface="inline" />} />}
        />
        <Task
          to="/story/workshop-terms-playground--playground"
          title="Word it"
          text="Choose a template, edit the terms, and read what a person will read."
          picture={<Phone theme={plain} content={<TermsPicture />} />}
        />
        <Task
          to="/story/workshop-hand-it-over--file"
          title="Hand it over"
          text="One file for your developers: tokens, terms or both."
          picture={<BrandFile />}
        />
      </ul>
      <section className="wb-for" aria-label="Who this is for">
        <div>
          <h2>For designers</h2>
          <p>
            Start with <StoryLink to="/docs/components-consentscreen-docs--docs">ConsentScreen</StoryLink>. The toolbar above each
            story changes theme, scheme, language, text size and device. The address keeps the choice, so you can send it to
            someone.
          </p>
        </div>
        <div>
          <h2>For product teams</h2>
          <p>
            Follow a person through a <StoryLink to="/story/workshop-journeys--accept">journey</StoryLink>: agree, decline, change
            and stop. Then write your own terms in the{' '}
            <StoryLink to="/story/workshop-terms-playground--playground">terms playground</StoryLink>.
          </p>
        </div>
        <div>
          <h2>For developers</h2>
          <p>
            Every component has its props, parts, tokens and{' '}
            <StoryLink to="/docs/components-consentscreen-states--docs">all its states</StoryLink>. The license service of the
            stories is the real one, and it runs in this page.
          </p>
        </div>
      </section>
    </main>
  )
}

interface TaskProps {
  readonly to: string
  readonly title: string
  readonly text: string
  readonly picture: ReactNode
}

function Task({ to, title, text, picture }: TaskProps): ReactNode {
  return (
    <li>
      <div className="wb-task-picture" aria-hidden inert>
        {picture}
      </div>
      <h2>
        <StoryLink to={to}>{title}</StoryLink>
      </h2>
      <p>{text}</p>
    </li>
  )
}

interface PhoneProps {
  readonly theme: Theme
  readonly content: ReactNode
}

/** A live screen in a theme, as small as a picture. */
function Phone({ theme, content }: PhoneProps): ReactNode {
  const scene = useScene()
  return (
    <div className="wb-phone" style={{ background: theme.variables['color-surface'] ?? '', colorScheme: 'light' }}>
      {scene && (
        <Stage
          scene={scene}
          locale="en"
          messages={en}
          appearance={{ theme: 'light', variables: theme.variables, icons: theme.icons }}
          onEvent={() => {}}
        >
          {content}
        </Stage>
      )}
    </div>
  )
}

const TERMS = `# Your data license with Pomelo

This is an agreement between Pomelo and you. It counts only if you agree.

## Who agrees

You, the person who agrees on this device, and Pomelo, the company that asks.

## Which data

Pomelo may use these kinds of data about you:

- purchase history
- paper receipts
- email receipts

No other kind of data is part of this license.

## What the data is used for

If you agree, Pomelo may use the data for statistics: to count and compare what groups of people do.
`

function TermsPicture(): ReactNode {
  return <TermsDocument text={TERMS} locale="en" outline={false} />
}

/** A person who was not asked yet. The pictures send no request. */
function useScene(): Scene | undefined {
  const [scene, setScene] = useState<Scene>()
  useEffect(() => {
    let isCurrent = true
    const prepare = async () => {
      const terms = renameCompany(await loadTerms(defaults), 'pomelo')
      const prepared = await prepareScene('ready', terms)
      if (isCurrent) setScene(prepared)
    }
    void prepare()
    return () => {
      isCurrent = false
    }
  }, [])
  return scene
}
