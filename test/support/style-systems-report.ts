import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The picture of the kit alone. */
const ALONE = 'none-before.png'

/** Writes a page that shows the kit alone beside the kit in each style system, from the pictures in a folder. Returns its path. */
export function writeStyleSystemsReport(folder: string): string {
  const systems = readdirSync(folder).filter((name) => name.endsWith('.png') && name !== ALONE)
  const page = join(folder, 'index.html')
  writeFileSync(page, toPage(systems.sort()))
  return page
}

function toPage(systems: readonly string[]): string {
  const rows = systems.map((src) => {
    const name = src.replace(/-(before|after)\.png$/, ', the style sheet of the kit $1 the others')
    const pictures = [
      ['kit alone', ALONE],
      ['in the style system', src],
    ].map(([title, picture]) => `<figure><img src="${picture}" alt=""><figcaption>${title}</figcaption></figure>`)
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>The kit in style systems</title>
<style>body{font:16px/1.5 system-ui;margin:2rem}div{display:flex;gap:1rem;overflow:auto}figure{margin:0}img{border:1px solid #ccc;max-width:512px}</style>
<h1>The kit in ${systems.length} pages of style systems</h1>${rows.join('\n')}</html>\n`
}
