import './workshop.css'
import type { ReactNode } from 'react'

/** The pages of the workshop, with the addresses of their stories. */
const PAGES = [
  { name: 'See', path: './?path=/docs/welcome--docs' },
  { name: 'Theme', path: './?path=/story/workshop-theme-lab--lab' },
  { name: 'Word', path: './?path=/story/workshop-terms-playground--playground' },
  { name: 'Hand over', path: './?path=/story/workshop-hand-it-over--file' },
] as const

/** Props of {@link WorkshopPage}. */
export interface WorkshopPageProps {
  readonly here: (typeof PAGES)[number]['name']
  readonly title: string
  /** The buttons at the end of the top bar. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the workshop, with the bar that leads to the other pages. */
export function WorkshopPage({ here, title, actions, children }: WorkshopPageProps): ReactNode {
  return (
    <div className="workshop workshop-page">
      <header className="workshop-top">
        <p className="workshop-name">Licet workshop</p>
        <nav aria-label="Workshop">
          {PAGES.map(({ name, path }) => (
            // Stories are shown in a frame, and a story has the address of the page around it.
            <a key={name} href={path} target="_top" aria-current={name === here ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <div className="workshop-actions">{actions}</div>
      </header>
      <main className="workshop-main">
        <h1 className="visually-hidden">{title}</h1>
        {children}
      </main>
    </div>
  )
}
