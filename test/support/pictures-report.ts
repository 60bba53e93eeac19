import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from './run-command.ts'

/** Where the pictures that differ are written, with a page that shows them side by side. */
export const PICTURE_REPORT = join(projectRoot, 'node_modules/.cache/licet/pictures')

const BASELINES = join(projectRoot, 'stories/.pictures')
/** What Vitest writes about a picture that differs. */
const ACTUAL = /-actual\.png$/

/** Empties the report, and writes its page after the tests. Called by Vitest. */
export default function setup(): () => void {
  rmSync(PICTURE_REPORT, { recursive: true, force: true })
  mkdirSync(PICTURE_REPORT, { recursive: true })
  return () => {
    const changed = readdirSync(PICTURE_REPORT, { recursive: true, encoding: 'utf8' }).filter((name) => ACTUAL.test(name))
    if (changed.length === 0) return
    const page = join(PICTURE_REPORT, 'index.html')
    writeFileSync(page, toPage(changed.map((name) => name.replace(ACTUAL, '')).sort()))
    console.log(`${changed.length} pictures differ. Open ${page}. If the changes are meant, run \`npm run pictures\`.`)
  }
}

function toPage(names: readonly string[]): string {
  const rows = names.map((name) => {
    const before = relative(PICTURE_REPORT, join(BASELINES, `${name}.png`))
    const diff = existsSync(join(PICTURE_REPORT, `${name}-diff.png`)) ? `${name}-diff.png` : undefined
    const pictures = [
      ['before', before],
      ['now', `${name}-actual.png`],
      ['difference', diff],
    ].flatMap(([title, src]) =>
      src === undefined ? [] : [`<figure><img src="${src}" alt=""><figcaption>${title}</figcaption></figure>`],
    )
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures that differ</title>
<style>body{font:16px/1.5 system-ui;margin:2rem}div{display:flex;gap:1rem;overflow:auto}figure{margin:0}img{border:1px solid #ccc;max-width:390px}</style>
<h1>${names.length} pictures differ</h1>${rows.join('\n')}</html>\n`
}
