import type { Entry } from '../search.ts'

type Search = (query: string) => readonly Entry[]

let dialog: HTMLDialogElement | undefined

/** Opens the search. The first time, it loads the text of all pages. */
export function openSearch(root: URL): void {
  dialog ??= createDialog(root)
  dialog.showModal()
}

function createDialog(root: URL): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.className = 'search'
  dialog.setAttribute('aria-label', 'Search')
  const input = document.createElement('input')
  input.type = 'search'
  input.placeholder = 'Search the documentation'
  input.setAttribute('aria-label', 'Search the documentation')
  const status = document.createElement('p')
  status.role = 'status'
  const list = document.createElement('ol')
  dialog.append(input, status, list)
  document.body.append(dialog)
  const loading = load(root)
  const show = async () => {
    const query = input.value.trim()
    const search = await loading.catch(() => undefined)
    if (query !== input.value.trim()) return
    const found = search?.(query) ?? []
    list.replaceChildren(...found.map((entry) => toItem(entry, root)))
    status.textContent =
      search === undefined
        ? 'The search could not be loaded. Reload the page.'
        : query !== '' && found.length === 0
          ? 'No page found.'
          : ''
  }
  input.addEventListener('input', show)
  dialog.addEventListener('keydown', (event) => moveFocus(event, input, list))
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || (event.target instanceof Element && event.target.closest('a'))) dialog.close()
  })
  return dialog
}

async function load(root: URL): Promise<Search> {
  const [{ createSearch }, response] = await Promise.all([import('../search.ts'), fetch(new URL('search.json', root))])
  return createSearch(await response.json())
}

function toItem({ address, page, heading, text }: Entry, root: URL): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = new URL(address, root).href
  const title = document.createElement('strong')
  title.textContent = heading === page ? page : `${page}: ${heading}`
  const excerpt = document.createElement('span')
  excerpt.textContent = text.slice(0, 140)
  link.append(title, excerpt)
  item.append(link)
  return item
}

/** Arrow keys move between the results. Enter in the field opens the first one. */
function moveFocus(event: KeyboardEvent, input: HTMLInputElement, list: HTMLOListElement): void {
  const links = [...list.querySelectorAll('a')]
  const place = links.findIndex((link) => link.matches(':focus'))
  if (event.key === 'Enter' && document.activeElement === input) links[0]?.click()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const next = place + (event.key === 'ArrowDown' ? 1 : -1)
  ;(links[next] ?? input).focus()
}
