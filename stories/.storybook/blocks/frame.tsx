import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { takeTurn } from './frame-queue.ts'
import { toStoryAddress } from './story-address.ts'
import { useNear } from './use-near.ts'
import { whenReady } from './when-ready.ts'

/** Props of {@link Frame}. */
export interface FrameProps {
  readonly id: string
  readonly title: string
  /** Size of the page in the frame, in CSS pixels. */
  readonly width: number
  readonly height: number
  /** How much smaller the page is shown. Default 1. */
  readonly scale?: number
  /** Called when the story is in its final state. */
  readonly onReady?: (page: Document) => void
}

/** Shows a story in a separate page, as large as a device. It cannot be used, and exists only while it is near the view. */
export function Frame({ id, title, width, height, scale = 1, onReady }: FrameProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box)
  return (
    <div ref={box} className="wb-frame" style={{ width: width * scale, height: height * scale }}>
      {isNear && <FramePage {...{ id, title, onReady }} style={{ width, height, transform: `scale(${scale})` }} />}
    </div>
  )
}

interface FramePageProps {
  readonly id: string
  readonly title: string
  readonly onReady: FrameProps['onReady']
  readonly style: CSSProperties
}

function FramePage({ id, title, onReady, style }: FramePageProps): ReactNode {
  const [turn, setTurn] = useState<{ readonly end: () => void }>()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => takeTurn((end) => setTurn({ end })), [])
  useEffect(() => {
    if (turn === undefined) return undefined
    return whenReady(frame.current, (page) => {
      turn.end()
      onReady?.(page)
    })
  }, [turn, onReady])
  if (turn === undefined) return null
  return <iframe ref={frame} title={title} src={toStoryAddress(id)} style={style} tabIndex={-1} inert />
}
