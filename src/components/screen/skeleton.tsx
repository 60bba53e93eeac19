import type { ReactElement } from 'react'

const LINES = [92, 100, 96, 71, 0, 88, 100, 94, 98, 62, 0, 97, 90, 100, 55] as const

/** The shape of the terms while they load, so that nothing moves when they arrive. */
export function TermsSkeleton({ label }: { readonly label: string }): ReactElement {
  return (
    <div data-part="skeleton" role="img" aria-label={label}>
      {LINES.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
        <svg key={at} aria-hidden="true" focusable="false" data-width={width} viewBox="0 0 100 1" preserveAspectRatio="none">
          <rect width={width} height="1" />
        </svg>
      ))}
    </div>
  )
}

/** The shape of a screen while the device's license is looked for. It stays hidden for a moment, since the answer mostly comes first. */
export function ScreenSkeleton({ label }: { readonly label: string }): ReactElement {
  return (
    <div data-part="screen-skeleton">
      <TermsSkeleton label={label} />
    </div>
  )
}
