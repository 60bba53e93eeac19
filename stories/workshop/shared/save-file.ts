/** The time in which a browser reads a file that it saves. */
const READ_MS = 60_000

/** Saves a text as a file through the browser. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers read the address only after this task.
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
