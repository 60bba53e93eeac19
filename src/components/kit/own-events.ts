import type { SyntheticEvent } from 'react'

/**
 * What people do in a modal dialog of the kit. A dialog or menu of the host app closes when it finds such an event outside of itself. Its
 * listeners are on the document, or on a React component around the dialog.
 */
const PERSONAL = [
  'onPointerDown',
  'onPointerUp',
  'onMouseDown',
  'onMouseUp',
  'onTouchStart',
  'onTouchEnd',
  'onClick',
  'onContextMenu',
  'onFocus',
  'onBlur',
  'onKeyDown',
  'onKeyUp',
] as const

/** Props of a modal dialog that keep its events inside of it. */
export const OWN_EVENTS = Object.fromEntries(PERSONAL.map((name) => [name, stop])) as {
  readonly [Name in (typeof PERSONAL)[number]]: typeof stop
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}
