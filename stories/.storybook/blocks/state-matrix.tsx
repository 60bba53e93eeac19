import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Picture } from './picture.tsx'
import { StoryLink } from './story-link.tsx'
import { takePictures } from './take-pictures.ts'
import { useNear } from './use-near.ts'

/** A story in the index of Storybook. */
interface Entry {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly type: string
}

/** Pages of each device: the viewport of the toolbar, its width, and how wide its picture is, in pixels. */
const WIDTHS = [
  { viewport: 'small', width: 320, picture: 96 },
  { viewport: 'tablet', width: 768, picture: 132 },
  { viewport: 'desktop', width: 1280, picture: 168 },
] as const
const SCHEMES = ['light', 'dark'] as const
const PICTURE_HEIGHT = 180

/** Props of {@link StateMatrix}. */
export interface StateMatrixProps {
  readonly component: string
  /** Height of each picture in pixels, for a component that is low. Default 180. */
  readonly height?: number
}

/** Shows every story of a component in both schemes and three widths. Each picture is a link to the story in that environment. */
export function StateMatrix({ component, height = PICTURE_HEIGHT }: StateMatrixProps): ReactNode {
  const stories = useStories(`Components/${component}`)
  const surfaces = [...new Set(stories.map(({ title }) => title))]
  return (
    <div className="wb-matrix sb-unstyled">
      {surfaces.map((title) => (
        <section key={title} aria-label={title}>
          {surfaces.length > 1 && <h2>{title.split('/').at(-1)}</h2>}
          {stories
            .filter((story) => story.title === title)
            .map((story) => (
              <Row key={story.id} story={story} height={height} />
            ))}
        </section>
      ))}
    </div>
  )
}

function Row({ story: { id, name }, height }: { readonly story: Entry; readonly height: number }): ReactNode {
  const row = useRef<HTMLElement>(null)
  const isNear = useNear(row)
  const pictures = usePictures(id, height, isNear)
  return (
    <article ref={row}>
      <h3>
        <StoryLink to={`/story/${id}`}>{name}</StoryLink>
      </h3>
      <div className="wb-matrix-row">
        {SCHEMES.map((scheme, block) => (
          <div key={scheme} className="wb-matrix-scheme" data-scheme={scheme}>
            {WIDTHS.map(({ viewport, width, picture }, at) => (
              <StoryLink key={viewport} to={`/story/${id}`} globals={{ scheme, 'viewport.value': viewport }}>
                <Picture
                  title={`${name}, ${scheme}, ${width} px`}
                  html={isNear ? pictures?.[block * WIDTHS.length + at] : undefined}
                  width={width}
                  height={(height * width) / picture}
                  scale={picture / width}
                />
                <small>
                  {width} {scheme}
                </small>
              </StoryLink>
            ))}
          </div>
        ))}
      </div>
    </article>
  )
}

/** Returns the pictures of a story, which are taken when it comes near the view for the first time. */
function usePictures(id: string, height: number, isNear: boolean): readonly string[] | undefined {
  const [pictures, setPictures] = useState<readonly string[]>()
  const isWanted = isNear && pictures === undefined
  useEffect(() => {
    if (!isWanted) return undefined
    const left = new AbortController()
    const views = SCHEMES.flatMap((scheme) =>
      WIDTHS.map(({ width, picture }) => ({ width, height: (height * width) / picture, scheme })),
    )
    void takePictures(id, views, left.signal).then(setPictures)
    return () => left.abort()
  }, [id, height, isWanted])
  return pictures
}

/** Returns the stories of a component and of its surfaces, in the order of the sidebar. */
function useStories(title: string): readonly Entry[] {
  const [stories, setStories] = useState<readonly Entry[]>([])
  useEffect(() => {
    const request = new AbortController()
    const load = async () => {
      const response = await fetch('index.json', { signal: request.signal })
      const { entries }: { entries: Record<string, Entry> } = await response.json()
      const isOwn = (entry: Entry) => entry.title === title || entry.title.startsWith(`${title}/`)
      setStories(Object.values(entries).filter((entry) => entry.type === 'story' && isOwn(entry)))
    }
    load().catch((cause) => {
      if (!request.signal.aborted) throw cause
    })
    return () => request.abort()
  }, [title])
  return stories
}
