import { type ReactNode, useEffect, useRef } from 'react'
import { useReadingProgress } from '../../../src/react/index.ts'

/** A short text that has to be read. */
export function ReadingPage(): ReactNode {
  const region = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const { endRef } = useReadingProgress(region, { mode: 'required', text: 'short' })
  useEffect(() => endRef(end.current), [endRef])
  return (
    <div ref={region} style={{ position: 'fixed', insetBlockStart: 0 }}>
      A short text. <span ref={end} tabIndex={-1} />
    </div>
  )
}
