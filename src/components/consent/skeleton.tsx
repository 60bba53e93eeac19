import type { ReactElement } from 'react'

/** The shape of the terms while they load, so that nothing moves when they arrive. One element: it stands in the way of what it waits for. */
export function TermsSkeleton({ label }: { readonly label: string }): ReactElement {
  return <div data-part="skeleton" role="img" aria-label={label} />
}

/** The shape of a screen while the device's license is looked for. It stays hidden for a moment, since the answer mostly comes first. */
export function ScreenSkeleton({ label }: { readonly label: string }): ReactElement {
  return (
    <div data-part="screen-skeleton">
      <TermsSkeleton label={label} />
    </div>
  )
}
