import type { Page } from 'playwright-core'

/** What a host style sheet often changes. Sizes of boxes are separate, because a class of the host changes the room of a screen. */
const WATCHED = [
  'display',
  'color',
  'backgroundColor',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'lineHeight',
  'textDecorationLine',
  'textTransform',
  'listStyleType',
  'paddingTop',
  'paddingInlineStart',
  'marginTop',
  'marginInlineStart',
  'minHeight',
  'borderTopWidth',
  'borderTopStyle',
  'borderTopColor',
  'borderTopLeftRadius',
  'boxSizing',
  'position',
  'opacity',
] as const

/** The parts that are compared with the kit alone, by selector. */
const COMPARED = [
  'screen-body',
  'screen-lead',
  'summary-title',
  'summary-lines',
  'company',
  'purpose-list',
  'purpose',
  'purpose-name',
  'terms-text',
  'decision',
  'decision-notice',
  'choices',
  'button',
].map((part) => `[data-part="${part}"]`)
const INSIDE_COMPARED = [
  '[data-part="purpose"] input',
  '[data-part="summary-lines"] dt',
  '[data-part="summary-lines"] dd',
  '[data-part="terms-text"] h3',
  '[data-part="terms-text"] p',
  '[data-part="terms-text"] ul',
  '[data-part="terms-text"] li',
  '[data-part="terms-text"] strong',
  '.licet-screen svg',
]

/** Reads the computed styles of the parts of a page. */
export function readParts(page: Page) {
  return page.evaluate(
    ({ selectors, names }) => {
      const read = (selector: string, properties: readonly string[]) => {
        const element = document.querySelector(selector)
        if (element === null) throw new Error(`There is no ${selector} on the page.`)
        const style = getComputedStyle(element)
        // A border without width is not on screen.
        const isSeen = (name: string) => !/^borderTop(?:Style|Color)$/.test(name) || style.borderTopWidth !== '0px'
        return Object.fromEntries(properties.filter(isSeen).map((name) => [name, style[name as 'color']]))
      }
      const size = (selector: string) => {
        const { width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        return { width, height }
      }
      const [box, label] = ['input', 'label'].map((name) =>
        document.querySelector(`[data-part="purpose"] ${name}`)?.getBoundingClientRect(),
      )
      return {
        parts: {
          ...Object.fromEntries(selectors.map((selector) => [selector, read(selector, names)])),
          title: read('[data-part="screen-title"]', names),
          checkbox: {
            ...Object(read('[data-part="purpose"] input', ['appearance'])),
            ...size('[data-part="purpose"] input'),
            overlaps: box && label && box.right > label.left,
          },
        },
        decision: {
          accept: { ...Object(read('[data-part="accept"]', names)), height: size('[data-part="accept"]').height },
          decline: { ...Object(read('[data-part="decline"]', names)), height: size('[data-part="decline"]').height },
        },
        title: read('[data-part="screen-title"]', ['textAlign']),
        screen: read('.licet-screen', ['padding']),
      }
    },
    { selectors: [...COMPARED, ...INSIDE_COMPARED], names: WATCHED },
  )
}
