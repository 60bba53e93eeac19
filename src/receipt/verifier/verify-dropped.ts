// The script of verify.html: reads dropped files, and shows what they prove. It makes no request.
import { checkDropped, type DroppedKeys, type Line, type Verdict } from './check-dropped.ts'
import { type DroppedReceipt, readDropped } from './read-dropped.ts'

const HEADLINES: Readonly<Record<Verdict['result'], string>> = {
  proven: 'Proven',
  consistent: 'Nothing is wrong, and not everything is proven',
  refuted: 'Not valid. Do not rely on it',
}

const input = find<HTMLInputElement>('#files')
const output = find('#result')
let receipt: DroppedReceipt | undefined
let keys: DroppedKeys = {}

input.addEventListener('change', () => void read(input.files ?? []))
for (const type of ['dragenter', 'dragover']) document.addEventListener(type, (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  void read(event.dataTransfer?.files ?? [])
})

async function read(files: Iterable<File>): Promise<void> {
  const unknown: string[] = []
  for (const file of files) {
    const dropped = readDropped(await file.text())
    if (dropped === undefined) unknown.push(file.name)
    else if (dropped.kind === 'receipt') receipt = dropped.receipt
    else keys = { ...keys, ...dropped }
  }
  // The same file can be chosen again after it was changed.
  input.value = ''
  await show(unknown)
}

async function show(unknown: readonly string[]): Promise<void> {
  const notes = unknown.map((name) =>
    line({ holds: undefined, text: `${name} is neither a receipt nor a list of keys or certificates.` }),
  )
  if (receipt === undefined) {
    const missing =
      (keys.keys ?? keys.logKeys ?? keys.certificates)
        ? [line({ holds: undefined, text: 'The file is read. Drop a receipt too.' })]
        : []
    output.replaceChildren(...notes, ...missing)
    return
  }
  const { result, lines, claims } = await checkDropped(receipt, keys)
  const heading = document.createElement('h2')
  heading.textContent = HEADLINES[result]
  const list = document.createElement('ul')
  list.append(...lines.map(line))
  output.dataset.result = result
  output.replaceChildren(heading, list, ...notes)
  if (claims === undefined || result === 'refuted') return
  const at = new Date(claims.iat * 1000).toUTCString()
  output.append(
    paragraph(
      `The receipt says that the license ${claims.lic} was ${claims.rby === undefined ? claims.status : 'revoked'} at ${at}.`,
    ),
  )
  output.append(paragraph('It does not prove who used the device, nor the state of the license today.'))
  if (receipt.license?.terms) output.append(terms(receipt.license.terms))
}

const MARKS = { true: 'Proven', false: 'Wrong', undefined: 'Open' } as const

function line({ holds, text }: Line): HTMLElement {
  const item = document.createElement('li')
  const mark = document.createElement('b')
  mark.textContent = MARKS[`${holds}`]
  item.dataset.holds = String(holds)
  item.append(mark, ` ${text}`)
  return item
}

function terms(text: string): HTMLElement {
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  const pre = document.createElement('pre')
  summary.textContent = 'The terms'
  pre.dir = 'auto'
  pre.textContent = text
  details.append(summary, pre)
  return details
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}

function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector)
  if (found === null) throw new TypeError(`The page has no element ${selector}.`)
  return found
}
