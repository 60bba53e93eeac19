import type { Group } from './navigation.ts'
import type { RenderedPage } from './render-page.ts'
import { addressFrom } from './site-pages.ts'

/** Pages of the site load and run only files of the site. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Returns a page of the site as an HTML document. */
export function layOut(page: RenderedPage, groups: readonly Group[], version: string): string {
  const to = (path: string) => addressFrom(page, path)
  const order = groups.flatMap(({ pages }) => pages)
  const place = order.indexOf(page)
  const neighbor = (other: RenderedPage | undefined, rel: string, label: string) =>
    other === undefined ? '' : `<a rel="${rel}" href="${to(other.path)}"><small>${label}</small> ${escapeHtml(nameOf(other))}</a>`
  const headings = page.sections.filter(({ depth }) => depth === 2)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(nameOf(page))} · Licet ${version}</title>
<meta name="description" content="${escapeHtml(page.description.slice(0, 200))}">
<link rel="icon" href="${to('assets/icon.svg')}">
<link rel="alternate" type="text/markdown" href="${to(page.path.replace(/\.html$/, '.md'))}">
<link rel="stylesheet" href="${to('assets/site.css')}">
<script src="${to('assets/scheme.js')}"></script>
<script type="module" src="${to('assets/site.js')}"></script>
</head>
<body data-root="${to('.') || '.'}">
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${to('index.html')}">Licet</a>
<button class="menu" type="button" aria-expanded="false" aria-controls="pages" hidden>Pages</button>
<button class="find" type="button" hidden><span>Search</span> <kbd>Ctrl K</kbd></button>
<span class="space"></span>
<a class="verify" href="${to('verify.html')}">Verify a receipt</a>
<select class="version" aria-label="Version" hidden><option>${version}</option></select>
<select class="scheme" aria-label="Colors" hidden><option value="">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select>
</header>
<div class="columns">
<nav id="pages" class="pages" aria-label="Pages">
${groups.map((group) => sidebarGroup(group, page, to)).join('\n')}
<p><a class="verify" href="${to('verify.html')}">Verify a receipt</a></p>
</nav>
<main id="content">
<article>${page.html}</article>
<nav class="neighbors" aria-label="Previous and next page">${neighbor(order[place - 1], 'prev', 'Previous')}${neighbor(order[place + 1], 'next', 'Next')}</nav>
</main>
${headings.length < 2 ? '<div></div>' : `<nav class="headings" aria-label="On this page"><p>On this page</p><ul>${headings.map(({ id, heading }) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`).join('')}</ul></nav>`}
</div>
</body>
</html>
`
}

function sidebarGroup({ title, pages }: Group, current: RenderedPage, to: (path: string) => string): string {
  const links = pages.map(
    (page) =>
      `<li><a href="${to(page.path)}"${page === current ? ' aria-current="page"' : ''}>${escapeHtml(nameOf(page))}</a></li>`,
  )
  return `<details${pages.includes(current) || title === 'Start' ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${links.join('')}</ul></details>`
}

/** The name of a page in lists. */
export function nameOf({ path, title }: RenderedPage): string {
  if (path === 'index.html') return 'Introduction'
  return path === 'pages.html' ? 'All pages, by task' : title
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
