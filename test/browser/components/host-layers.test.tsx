import { cleanup } from '@testing-library/react'
import { compile } from 'tailwindcss'
import preflight from 'tailwindcss/preflight.css?raw'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentLink, ConsentScreen } from '../../../src/components/index.ts'

import { appear, find, show } from './harness.tsx'

let sheet: HTMLStyleElement | undefined

afterEach(() => {
  cleanup()
  sheet?.remove()
})

/** Where the style sheet of the host app is in the document. The first appearance of a layer's name decides the order of layers. */
const PLACES = ['before', 'after'] as const

/** Adds a style sheet of the host app before or after the style sheet of the kit. */
function hostStyles(css: string, place: (typeof PLACES)[number]): void {
  sheet = document.createElement('style')
  sheet.textContent = css
  if (place === 'before') document.head.prepend(sheet)
  else document.head.append(sheet)
}

/** Returns what Tailwind CSS 4 writes for a page that uses these utilities. */
async function tailwind(...utilities: string[]): Promise<string> {
  const source = `@layer theme, base, components, utilities; @layer base { ${preflight} } @layer utilities { @tailwind utilities; }`
  return (await compile(source)).build(utilities)
}

const PARTS = [
  'screen-body',
  'screen-title',
  'summary-lines',
  'purpose',
  'purpose-name',
  'terms-text',
  'choices',
  'accept',
  'decline',
  'decision-notice',
  'link',
]
const WATCHED = [
  'display',
  'color',
  'backgroundColor',
  'fontSize',
  'fontWeight',
  'paddingTop',
  'paddingInlineStart',
  'marginTop',
  'minHeight',
  'borderTopWidth',
  'borderTopLeftRadius',
  'textDecorationLine',
  'listStyleType',
  'opacity',
] as const
const SIZES = ['inlineSize', 'blockSize'] as const

function computedStyles(): readonly string[] {
  const elements = [
    ...PARTS.map((part) => `[data-part="${part}"]`),
    '[data-part="purpose"] input',
    '[data-part="terms-text"] :is(h2, h3, h4)',
    '[data-part="terms-text"] li',
    '[data-part="terms-text"] p',
    '[data-part="screen-body"] svg',
  ]
  return elements.flatMap((selector) => {
    const style = getComputedStyle(find(selector))
    return [...WATCHED, ...SIZES].map((name) => `${selector} ${name}: ${style[name]}`)
  })
}

describe.each(PLACES)('a host page with layered styles %s the style sheet of the kit', (place) => {
  it('H4: keeps the kit as designed with the preflight of Tailwind CSS 4', async () => {
    // The kit has the font of the page, which the preflight changes.
    await show(<Parts />, { appearance: { variables: { 'font-family': 'Arial' } } })
    await appear('[data-part="accept"]')
    const css = await tailwind()
    const designed = computedStyles()
    hostStyles(css, place)
    expect(computedStyles()).toEqual(designed)
  })

  it('takes the utilities of Tailwind CSS 4 on any part except the decision', async () => {
    hostStyles(
      await tailwind('p-[7px]', 'bg-[#010203]', 'text-[33px]', 'rounded-[9px]', 'opacity-20', 'hidden', 'order-first'),
      place,
    )
    await show(<Parts className="p-[7px] bg-[#010203]" />, {
      appearance: {
        elements: { 'screen-title': 'text-[33px]', link: 'rounded-[9px] bg-[#010203]', decline: 'opacity-20 bg-[#010203] hidden' },
      },
    })
    const accept = await appear('[data-part="accept"]')
    const [root, link] = [getComputedStyle(find('.licet-screen')), getComputedStyle(find('.licet-link'))]
    expect([root.paddingTop, root.backgroundColor]).toEqual(['7px', 'rgb(1, 2, 3)'])
    expect(getComputedStyle(find('[data-part="screen-title"]')).fontSize).toBe('33px')
    expect([link.borderTopLeftRadius, link.backgroundColor]).toEqual(['9px', 'rgb(1, 2, 3)'])
    const [one, other] = [getComputedStyle(accept), getComputedStyle(find('[data-part="decline"]'))]
    for (const name of WATCHED) expect([name, other[name]]).toEqual([name, one[name]])
    expect([other.display, other.opacity]).toEqual(['flex', '1'])
  })

  it('keeps the order of its own layers', async () => {
    hostStyles(
      `${await tailwind('text-[33px]')} @layer components { .mine { font-size: 22px } } @layer base { p { font-size: 11px } .mine { font-size: 12px } }`,
      place,
    )
    const page = document.createElement('div')
    page.innerHTML = '<p>base</p><p class="mine">components</p><p class="mine text-[33px]">utilities</p>'
    document.body.append(page)
    const sizes = [...page.children].map((child) => getComputedStyle(child).fontSize)
    page.remove()
    expect(sizes).toEqual(['11px', '22px', '33px'])
  })

  it('H4, experience 4: leaves Accept and Decline as designed with a reset in a layer of any name', async () => {
    await show(<Parts />)
    const accept = await appear('[data-part="accept"]')
    const look = () =>
      WATCHED.map((name) => [getComputedStyle(accept)[name], getComputedStyle(find('[data-part="decline"]'))[name]])
    const designed = look()
    hostStyles(
      '@layer anything { * { all: unset } button[data-part] { background: none; border: 0; opacity: 0.1; display: none } }',
      place,
    )
    expect(look()).toEqual(designed)
  })
})

function Parts({ className }: { readonly className?: string }) {
  return (
    <>
      <ConsentScreen surface="inline" className={className} />
      <ConsentLink />
    </>
  )
}

describe('H4: a page whose root has a font size of 62.5 %, with the size that the guide gives', () => {
  // Cause: lengths in `rem` became smaller than designed: a sheet was 300 px wide, and terms stood beside the summary from 480 px.
  it.each([
    ['a page', 'page', 600],
    ['a wide page', 'page', 1280],
    ['a dialog', 'dialog', 1280],
    ['a sheet', 'sheet', 1280],
  ] as const)('lays out %s as designed', async (_, surface, width) => {
    const read = async () => {
      await show(<ConsentScreen surface={surface} />, { width })
      await appear('[data-part="accept"]')
      return ['.licet-screen', '[data-part="screen-title"]', '[data-part="terms-text"]', '[data-part="accept"]'].map(
        (selector) => find(selector).getBoundingClientRect().width,
      )
    }
    const designed = await read()
    hostStyles('html { font-size: 62.5% } [data-licet] { --licet-font-size: 1.6rem }', 'after')
    expect(await read()).toEqual(designed)
  })
})
