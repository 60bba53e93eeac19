import { type ReactNode, useEffect, useRef, useState } from 'react'
import { takeTurn } from './frame-queue.ts'
import { toSearch } from './story-link.tsx'

/** Props of {@link Frame}. */
export interface FrameProps {
  readonly id: string
  readonly title: string
  /** Size of the page in the frame, in CSS pixels. */
  readonly width: number
  readonly height: number
  /** How much smaller the page is shown. Default 1. */
  readonly scale?: number
  readonly globals?: Readonly<Record<string, string>>
  /** Called when the story is in its final state. */
  readonly onReady?: (page: Document) => void
}

/** How far outside of the view a frame is loaded, and from where on it is removed. */
const NEAR = '300px'

/** Shows a story in a page of its own, as large as a device. It is a picture: it cannot be used. It exists only while it is near the view. */
export function Frame({ id, title, width, height, scale = 1, globals = {}, onReady }: FrameProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), { rootMargin: NEAR })
    if (box.current !== null) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className="wb-frame" style={{ width: width * scale, height: height * scale }}>
      {isNear && <FramePage {...{ id, title, globals, onReady }} style={{ width, height, transform: `scale(${scale})` }} />}
    </div>
  )
}

interface FramePageProps {
  readonly id: string
  readonly title: string
  readonly globals: Readonly<Record<string, string>>
  readonly onReady: FrameProps['onReady']
  readonly style: React.CSSProperties
}

function FramePage({ id, title, globals, onReady, style }: FramePageProps): ReactNode {
  const [turn, setTurn] = useState<{ readonly end: () => void }>()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const waiting = takeTurn((end) => setTurn({ end }))
    return waiting
  }, [])
  useEffect(() => {
    if (turn === undefined) return undefined
    return whenReady(frame.current, (page) => {
      turn.end()
      onReady?.(page)
    })
  }, [turn, onReady])
  if (turn === undefined) return null
  const source = `iframe.html?id=${id}&viewMode=story&globals=${toSearch(globals)}`
  return <iframe ref={frame} title={title} src={source} style={style} tabIndex={-1} inert />
}

/** Calls back once the story in a frame is in its final state: see `afterEach` in preview.tsx. */
function whenReady(frame: HTMLIFrameElement | null, onReady: (page: Document) => void): () => void {
  const observer = new MutationObserver(check)
  function check() {
    const page = frame?.contentDocument
    if (!page?.documentElement.hasAttribute('data-story-ready')) return
    observer.disconnect()
    onReady(page)
  }
  const watch = () => {
    const page = frame?.contentDocument
    if (page) observer.observe(page.documentElement, { attributes: true })
    check()
  }
  frame?.addEventListener('load', watch)
  watch()
  return () => {
    observer.disconnect()
    frame?.removeEventListener('load', watch)
  }
}
