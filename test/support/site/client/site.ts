import './site.css'
import { openSearch } from './open-search.ts'
import { runStories } from './run-stories.ts'

const root = new URL(`${document.body.dataset.root}/`, location.href)
const find = <T extends Element>(selector: string) => document.querySelector<T>(selector)

for (const control of document.querySelectorAll<HTMLElement>('header [hidden]')) control.hidden = false
connectMenu()
connectScheme()
connectSearch()
connectVersions()
addCopyButtons()
runStories()

/** On a small screen, the list of pages is below a button. */
function connectMenu(): void {
  const menu = find<HTMLButtonElement>('.menu')
  menu?.addEventListener('click', () => menu.setAttribute('aria-expanded', String(menu.ariaExpanded !== 'true')))
  const current = find('.pages [aria-current]')
  current?.scrollIntoView({ block: 'nearest' })
}

function connectScheme(): void {
  const select = find<HTMLSelectElement>('.scheme')
  const { dataset } = document.documentElement
  if (select === null) return
  select.value = dataset.scheme ?? ''
  select.addEventListener('change', () => {
    if (select.value === '') delete dataset.scheme
    else dataset.scheme = select.value
    localStorage.setItem('licet-docs-scheme', select.value)
  })
}

function connectSearch(): void {
  const open = () => openSearch(root)
  find('.find')?.addEventListener('click', open)
  addEventListener('keydown', (event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  })
}

/** Lists the versions that the host has. A page that another version does not have leads to its start. */
async function connectVersions(): Promise<void> {
  const select = find<HTMLSelectElement>('.version')
  const current = select?.value
  const response = await fetch(new URL('../versions.json', root)).catch(() => undefined)
  if (select === null || !response?.ok) return
  const versions: string[] = await response.json()
  select.replaceChildren(...versions.map((version) => new Option(version, version, false, version === current)))
  select.addEventListener('change', async () => {
    const there = new URL(`../${select.value}/`, root)
    const page = new URL(location.pathname.slice(root.pathname.length), there)
    const exists = await fetch(page, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
    location.href = (exists ? page : there).href
  })
}

function addCopyButtons(): void {
  for (const pre of document.querySelectorAll<HTMLElement>('article pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(pre.querySelector('code')?.textContent ?? '')
      button.textContent = 'Copied'
    })
    const frame = document.createElement('div')
    frame.className = 'code'
    pre.replaceWith(frame)
    frame.append(pre, button)
  }
}
