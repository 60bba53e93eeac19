// Setup file of the project `pictures`: compares the first screen of each story with its picture in stories/.pictures.
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'

/** The time of every picture, so that dates on screen are equal. */
const NOW = new Date('2027-01-02T03:04:05Z')
/** The share of pixels that may differ, for the rounding of soft edges. */
const ALLOWED_RATIO = 0.0005
/** The pictures of another major version differ in the drawing of text, so each version has its own. */
const CHROMIUM = /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? 'unknown'
const SCHEME: string = import.meta.env.LICET_STORY_GLOBALS?.scheme ?? 'light'

const STYLE = `
  *, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
  html, body { font-family: 'Inter Variable' !important; }
  [data-licet] { --licet-font-family: 'Inter Variable' !important; }
  [data-licet] code { visibility: hidden; }
  #licet-picture { position: fixed; inset: 0; pointer-events: none; }
`

beforeAll(async () => {
  document.head.insertAdjacentHTML('beforeend', `<style>${STYLE}</style>`)
  await document.fonts.load("16px 'Inter Variable'")
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})

afterEach(async ({ task }) => {
  if (!('storyId' in task.meta) || task.result?.state === 'fail') {
    vi.useRealTimers()
    return
  }
  const view = document.createElement('div')
  view.id = 'licet-picture'
  document.body.append(view)
  await document.fonts.ready
  try {
    await expect(page.elementLocator(view)).toMatchScreenshot(`chromium-${CHROMIUM}/${task.meta.storyId}-${SCHEME}`, {
      comparatorName: 'pixelmatch',
      comparatorOptions: { allowedMismatchedPixelRatio: ALLOWED_RATIO },
      timeout: 15_000,
    })
  } finally {
    // After the picture: with the real time, a license that ends soon in the story does not end soon.
    vi.useRealTimers()
    view.remove()
  }
})
