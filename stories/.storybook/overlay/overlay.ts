import './overlay.css'
import { type Measured, measureDecision } from './measure-decision.ts'

/** Draws the measurements of the two choices over the page until the returned function is called. They follow every change. */
export function showOverlay(): () => void {
  const layer = document.createElement('div')
  layer.className = 'wb-overlay'
  // The top layer, because a modal dialog is in it too.
  layer.popover = 'manual'
  layer.setAttribute('aria-hidden', 'true')
  document.body.append(layer)
  let last = ''
  let dialogs = -1
  let frame = 0
  const draw = () => {
    frame = requestAnimationFrame(draw)
    const measured = measureDecision(document)
    const html = measured === undefined ? '' : toHtml(measured)
    const open = document.querySelectorAll('dialog[open]').length
    if (html === last && open === dialogs) return
    if (html !== last) layer.innerHTML = html
    // An element that enters the top layer later lies above.
    if (layer.matches(':popover-open')) layer.hidePopover()
    layer.showPopover()
    last = html
    dialogs = open
  }
  draw()
  return () => {
    cancelAnimationFrame(frame)
    layer.remove()
  }
}

function toHtml({ choices, faults }: Measured): string {
  const boxes = choices.map(({ box, contrast, tab }) => {
    const { left, top, width, height } = box
    const size = `${round(width)} × ${round(height)}`
    return `<div class="wb-overlay-box" style="left:${left}px;top:${top}px;width:${width}px;height:${height}px"><span>${size} px · ${round(contrast)}:1 · Tab ${tab}</span></div>`
  })
  const verdict = faults.length === 0 ? 'Equal size, look and reach' : faults.join('. ')
  const kind = faults.length === 0 ? 'good' : 'bad'
  return `${boxes.join('')}<p class="wb-overlay-verdict" data-verdict="${kind}">${toText(verdict)}</p>`
}

function round(value: number): string {
  return value.toFixed(value % 1 === 0 ? 0 : 1)
}

function toText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
