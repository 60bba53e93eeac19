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

/** The pages of a picture: the viewport of the toolbar, its width, and how wide its picture is, in pixels. */
const PHONE = { viewport: 'phone', width: 390, picture: 96 } as const
const DESKTOP = { viewport: 'desktop', width: 1280, picture: 168 } as const
const SCHEMES = ['light', 'dark'] as const
const PICTURE_HEIGHT = 140
type Device = typeof PHONE | typeof DESKTOP

/** Props of {@link StateMatrix}. */
export interface StateMatrixProps {
  readonly component: string
  /** Height of each picture in pixels, for a component that is low. Default 140. */
  readonly height?: number
}

/**
 * Shows every story of a component in a table: a row for each state, a column for each surface, and in each cell a picture in both schemes. A
 * picture is taken when its row comes near the view. It is a link to the story in that environment.
 */
export function StateMatrix({ component, height = PICTURE_HEIGHT }: StateMatrixProps): ReactNode {
  const stories = useStories(`Components/${component}`)
  const surfaces = [...new Set(stories.map(({ title }) => title))]
  const names = [...new Set(stories.map(({ name }) => name))]
  const find = (title: string, name: string) => stories.find((story) => story.title === title && story.name === name)
  // A group without states, such as the layouts, shares no name with another group. It has its own table.
  const hasStates = (title: string) =>
    names.filter((name) => surfaces.filter((other) => find(other, name)).length > 1 && find(title, name)).length > 1
  const tables = [surfaces.filter(hasStates), ...surfaces.filter((title) => !hasStates(title)).map((title) => [title])]
  return (
    <div className="wb-matrix sb-unstyled">
      {tables
        .filter((titles) => titles.length > 0)
        .map((titles) => (
          <table key={titles.join()}>
            <thead>
              <tr>
                <th scope="col">State</th>
                {titles.map((title) => (
                  <th key={title} scope="col">
                    {title.split('/').at(-1)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names
                .filter((name) => titles.some((title) => find(title, name)))
                .map((name) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {titles.map((title) => (
                      <Cell
                        key={title}
                        story={find(title, name)}
                        height={height}
                        devices={titles.length > 1 ? [PHONE] : [PHONE, DESKTOP]}
                      />
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
    </div>
  )
}

interface CellProps {
  readonly story: Entry | undefined
  readonly height: number
  readonly devices: readonly Device[]
}

function Cell({ story, height, devices }: CellProps): ReactNode {
  const cell = useRef<HTMLTableCellElement>(null)
  const isNear = useNear(cell)
  const pictures = usePictures(story?.id, height, devices, isNear)
  return (
    <td ref={cell}>
      {story &&
        devices.flatMap(({ viewport, width, picture }, at) =>
          SCHEMES.map((scheme, second) => (
            <StoryLink key={viewport + scheme} to={`/story/${story.id}`} globals={{ scheme, 'viewport.value': viewport }}>
              <Picture
                title={`${story.name}, ${scheme}, ${width} px`}
                html={isNear ? pictures?.[at * SCHEMES.length + second] : undefined}
                width={width}
                height={(height * width) / picture}
                scale={picture / width}
              />
            </StoryLink>
          )),
        )}
    </td>
  )
}

/** Returns the pictures of a story, which are taken when it comes near the view for the first time. */
function usePictures(
  id: string | undefined,
  height: number,
  devices: readonly Device[],
  isNear: boolean,
): readonly string[] | undefined {
  const [pictures, setPictures] = useState<readonly string[]>()
  const isWanted = isNear && pictures === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the devices of a table stay the same
  useEffect(() => {
    if (!isWanted || id === undefined) return undefined
    const left = new AbortController()
    const views = devices.flatMap(({ width, picture }) =>
      SCHEMES.map((scheme) => ({ width, height: (height * width) / picture, scheme })),
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
