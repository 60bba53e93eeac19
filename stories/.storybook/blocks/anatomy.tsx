import { type ReactNode, useState } from 'react'
import { Frame } from './frame.tsx'
import { type Part, readParts } from './read-parts.ts'
import { type StoryExport, useStory } from './use-story.ts'

/** Props of {@link Anatomy}. */
export interface AnatomyProps {
  readonly of: StoryExport
  /** Height of the picture in pixels. */
  readonly height: number
  /** The parts to show, for a component with many. Default: all. */
  readonly parts?: readonly string[]
}

const WIDTH = 420

/** Draws a story with the number of each part on it, and lists the parts with the tokens that they use, as read from the live page. */
export function Anatomy({ of, height, parts: wanted }: AnatomyProps): ReactNode {
  const { id, name } = useStory(of)
  const [parts, setParts] = useState<readonly Part[]>([])
  return (
    <div className="wb-anatomy sb-unstyled">
      <div className="wb-anatomy-picture">
        <Frame
          id={id}
          title={`${name}, with its parts numbered`}
          width={WIDTH}
          height={height}
          onReady={(page) => setParts(readParts(page, wanted))}
        />
        {parts.map(({ name: part, box }, at) => (
          <span key={part} className="wb-anatomy-box" style={{ ...box }} aria-hidden>
            <b>{at + 1}</b>
          </span>
        ))}
      </div>
      <table className="wb-table">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">data-part</th>
            <th scope="col">Tokens</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name: part, element, tokens }, at) => (
            <tr key={part}>
              <td>{at + 1}</td>
              <td>
                <code>{part}</code> <span className="wb-muted">{`<${element}>`}</span>
              </td>
              <td>{tokens.length === 0 ? <span className="wb-muted">inherited</span> : tokens.map(toCode)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function toCode(token: string): ReactNode {
  return <code key={token}>{token}</code>
}
