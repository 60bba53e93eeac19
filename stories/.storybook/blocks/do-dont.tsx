import type { ReactNode } from 'react'
import { Frame } from './frame.tsx'
import { type StoryExport, useStory } from './use-story.ts'

/** Two examples side by side: what to do, and what not to do. */
export function DoDont({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="wb-dodont sb-unstyled">{children}</div>
}

interface ExampleProps {
  /** The rule, as an imperative. */
  readonly text: string
  readonly children: ReactNode
}

/** An example to follow. */
export function Do(props: ExampleProps): ReactNode {
  return <Example {...props} verdict="do" />
}

/** An example to avoid. */
export function Dont(props: ExampleProps): ReactNode {
  return <Example {...props} verdict="dont" />
}

function Example({ text, verdict, children }: ExampleProps & { readonly verdict: 'do' | 'dont' }): ReactNode {
  return (
    <figure data-verdict={verdict}>
      <div className="wb-dodont-picture">{children}</div>
      <figcaption>
        <strong>{verdict === 'do' ? 'Do' : 'Don’t'}</strong> {text}
      </figcaption>
    </figure>
  )
}

/** Props of {@link Live}. */
export interface LiveProps {
  readonly of: StoryExport
  /** Height of the picture in pixels. Default 220. */
  readonly height?: number
}

/** A live story as the picture of an example. */
export function Live({ of, height = 220 }: LiveProps): ReactNode {
  const { id, name } = useStory(of)
  const scale = 0.75
  return <Frame id={id} title={name} width={440} height={height / scale} scale={scale} />
}

/** A drawing of a screen that the kit cannot make. */
export function Sketch({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="wb-sketch">{children}</div>
}
