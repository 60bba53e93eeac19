import './host-page.css'
import type { ReactNode } from 'react'

/** A page of a host app, drawn as gray bars, with the part of Licet in its place. */
export function HostPage({ title, children }: { readonly title?: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="host-page">
      <div className="host-bar" />
      {title === undefined ? <div className="host-title" /> : <h2>{title}</h2>}
      <div className="host-content">{children}</div>
      <div className="host-lines" />
    </div>
  )
}
