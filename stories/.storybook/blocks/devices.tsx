import type { ReactNode } from 'react'
import { Frame } from './frame.tsx'
import { StoryLink } from './story-link.tsx'
import { type StoryExport, useStory } from './use-story.ts'

const DEVICES = [
  { viewport: 'phone', width: 390, height: 844 },
  { viewport: 'desktop', width: 1280, height: 800 },
] as const
const SCALE = 0.45

/** Props of {@link Devices}. */
export interface DevicesProps {
  readonly of: StoryExport
  /** What the story shows, such as the name of a surface. */
  readonly title: string
}

/** Shows a story on a phone beside a desktop. Each picture is live, and links to the story at that size. */
export function Devices({ of, title }: DevicesProps): ReactNode {
  const { id } = useStory(of)
  return (
    <div className="wb-devices sb-unstyled">
      {DEVICES.map(({ viewport, width, height }) => (
        <figure key={viewport}>
          <Frame id={id} title={`${title}, ${width} px`} width={width} height={height} scale={SCALE} />
          <figcaption>
            <StoryLink to={`/story/${id}`} globals={{ 'viewport.value': viewport }}>
              {title}, {viewport}, {width} × {height}
            </StoryLink>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
