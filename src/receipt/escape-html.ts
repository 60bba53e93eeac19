const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
}

/** Escapes a text for the content and the attributes of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (letter) => ENTITIES[letter] ?? letter)
}
