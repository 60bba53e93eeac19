import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsentScreen, StatusMessage } from '../../../src/components/index.ts'
import type { Appearance, IconName } from '../../../src/react/index.ts'
import { SHIPPED_THEMES } from '../../../src/theme/shipped-themes.ts'
import { appear, expectAccessible, find, show } from './harness.tsx'

afterEach(cleanup)

const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"/>')}`

/** A filled icon of a host app, as a component of an icon library. */
function Star(props: object) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" {...props}>
      <path d="M12 2l3 7h7l-6 4 2 8-6-5-6 5 2-8-6-4h7z" />
    </svg>
  )
}

describe('appearance.icons', () => {
  it('replaces the icons with these names, at the size of the text and hidden from screen readers', async () => {
    await show(<ConsentScreen surface="inline" />, { appearance: { icons: { data: <Star />, check: <Star /> } } })
    await appear('[data-part="accept"]')
    const viewBoxes = (name: IconName) =>
      new Set([...document.querySelectorAll(`svg[data-icon="${name}"]`)].map((icon) => icon.getAttribute('viewBox')))
    expect([viewBoxes('data'), viewBoxes('check'), viewBoxes('reward')]).toEqual([
      new Set(['0 0 24 24']),
      new Set(['0 0 24 24']),
      new Set(['0 0 20 20']),
    ])
    const icon = find('svg[data-icon="data"]')
    expect([icon.getBoundingClientRect().width, icon.getAttribute('aria-hidden')]).toEqual([20, 'true'])
    await expectAccessible()
  })

  // Regression: the style sheet removed the fill of every picture in a part and drew its outline.
  it('keeps the fill of an icon, even on a page with a reset', async () => {
    await show(
      <>
        <style>{'* { all: unset }'}</style>
        <StatusMessage variant="done">Saved</StatusMessage>
      </>,
      { appearance: { icons: { check: <Star /> } } },
    )
    const { fill, stroke, color } = getComputedStyle(find('svg[data-icon="check"]'))
    expect([fill, stroke]).toEqual([color, 'none'])
  })

  it('leaves the other icons to the theme, which sets the thickness of their lines', async () => {
    await show(<ConsentScreen surface="inline" />, {
      appearance: { icons: { data: <Star /> }, variables: { 'icon-stroke': '2.25' } },
    })
    await appear('[data-part="accept"]')
    const widths = ['data', 'reward'].map((name) => getComputedStyle(find(`svg[data-icon="${name}"]`)).strokeWidth)
    expect(widths).toEqual(['1px', '2.25px'])
  })

  it.each(Object.entries(SHIPPED_THEMES))('draws the icons of the theme %s within their square, in its lines', async (_, theme) => {
    const { icons, variables } = theme
    await show(<ConsentScreen surface="inline" />, { appearance: { variables, icons } })
    await appear('[data-part="accept"]')
    const path = find('svg[data-icon="data"] path') as Element as SVGPathElement
    if (icons.data) expect(path.getAttribute('d')).toBe(icons.data)
    const edge = Number(variables['icon-stroke'] ?? 1.5) / 2
    for (const [name, lines = ''] of Object.entries(icons)) {
      path.setAttribute('d', lines)
      const { x, y, width, height } = path.getBBox()
      const room = Math.min(x, y, 20 - x - width, 20 - y - height) - edge
      expect(room, name).toBeGreaterThanOrEqual(0)
    }
  })

  it('shows the other icons when the appearance changes', async () => {
    const viewBox = async (appearance: Appearance) => {
      await show(<ConsentScreen surface="inline" />, { appearance })
      return (await appear('svg[data-icon="data"]')).getAttribute('viewBox')
    }
    expect(await viewBox({ icons: { data: <Star /> } })).toBe('0 0 24 24')
    expect(await viewBox({})).toBe('0 0 20 20')
  })
})

describe('appearance.illustration', () => {
  it.each([
    ['a URL', PICTURE],
    ['an element', <Star key="star" />],
  ])(
    'experience 5: stands above the question as %s, in a place of fixed height that screen readers skip',
    async (_, illustration) => {
      await show(<ConsentScreen />, { width: 390, height: 844, appearance: { illustration } })
      await appear('[data-part="accept"]')
      const place = find('[data-part="screen-illustration"]')
      expect([place.getAttribute('aria-hidden'), place.offsetHeight > 40, place.offsetHeight <= 128]).toEqual(['true', true, true])
      expect(place.firstElementChild?.getBoundingClientRect().height).toBe(place.getBoundingClientRect().height)
      expect(place.getBoundingClientRect().bottom).toBeLessThanOrEqual(
        find('[data-part="screen-title"]').getBoundingClientRect().top,
      )
      expect(find('[data-part="decline"]').getBoundingClientRect().bottom).toBeLessThanOrEqual(844)
      expect(document.documentElement.scrollWidth).toBe(390)
      await expectAccessible()
    },
  )

  it('is not part of the outcome', async () => {
    await show(<ConsentScreen />, { state: 'licensed', appearance: { illustration: PICTURE } })
    await appear('[data-part="screen-outcome"]')
    expect(document.querySelector('[data-part="screen-illustration"]')).toBeNull()
  })
})
