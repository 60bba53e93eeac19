import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { loadText } from '../../../src/components/terms/load-text.ts'
import { prepareTerms as prepareDocument } from '../../../src/components/terms/prepare-terms.ts'
import { renderTerms } from '../../../src/components/terms/render-terms.ts'
import { parseDocument } from '../../../src/terms/markdown/parse-document.ts'
import { countOf } from '../../support/counts.ts'

const words = { leaves: (host: string) => `opens ${host}`, image: (alt: string) => `image: ${alt}`, blocked: 'link removed' }

async function showHtml(markdown: string): Promise<string> {
  const { Text, plugins } = await loadText(markdown)
  const props = { text: markdown, plugins, prefix: 't-', headingLevel: 3, words, onPrepared: () => {} }
  return renderToStaticMarkup(createElement(Text, props))
}

async function showText(markdown: string): Promise<string> {
  const html = await showHtml(markdown)
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

// `%` is a word that occurs nowhere else, `$` one word for the whole piece.
const INLINES = [
  ...[
    '%',
    '% %',
    '*%*',
    '**%**',
    '_%_',
    '***%*%**',
    '~~%~~',
    '~%~',
    '`%`',
    '`` % ` ``',
    '\\*%',
    '&amp;%',
    '&#x41;%',
    '% \\\n%',
    '%  \n%',
  ],
  ...[
    '[%](https://a.example/% "%")',
    "[%](<https://a.example/% %> '%')",
    '[%](javascript:% "%")',
    '[%](/%)',
    '[%](#%)',
    '[%](% (%))',
  ],
  ...['[%](mailto:%@a.example)', '[%@a.example](mailto:%@a.example?subject=%)', '[%](tel:%)', '[**%** `%`](https://a.example/%)'],
  ...['![%](https://a.example/% "%")', '![%](%)', '[![%](% "%")](https://a.example/%)', '[%][%]', '[%][]', '![%][%]', '[%]'],
  ...[
    '[^%]',
    '<b title="%">%</b>',
    '<!-- % -->',
    '<? % ?>',
    '<!X %>',
    '<https://a.example/%>',
    '<%@a.example>',
    'https://a.example/%',
  ],
]
const BLOCKS = [
  ...['# %', '## % #', '%\n===', '%\n---', '- %', '* %\n  %', '7. %\n9. %', '> %\n%', '    %', '***', '- [x] %\n- [ ] %', '% | %'],
  ...[
    '```% % %\n%\n```',
    '~~~ %\n%',
    '<!-- %\n% -->',
    '<div title="%">\n%',
    '<?% %?>',
    '<![CDATA[%]]>',
    '<script>%</script>',
    '<style>\n%',
  ],
  ...['[%]: https://a.example/% "%"', "[%]: <%> '%'", '[%]:\n  %\n  (%)', '[^%]: %\n\n    %', '[^$]: %\n[^$]: %', '[$]: %\n[$]: %'],
  ...['| % | % |\n| :- | -: |\n| % | % | % | % |\n| % |', '| % |\n|-|\n| % \\| % | % |', '%[^$] %[^$]\n\n[^$]: %[^%]\n\n    %'],
  ...['[%][$] ![%][$] [$]\n\n[$]: https://a.example/% "%"', '[^$]\n\n[^$]: > [%]: % "%"', '- [%]: % "%"\n\n  %'],
]
const CONTAINERS = ['', '', '', '> ', '- ', '1. ', '> - ']
const SEPARATORS = ['\n\n', '\n\n', '\n', '\n\n\n']

const inline = fc.array(fc.constantFrom(...INLINES), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const block = fc
  .tuple(fc.constantFrom(...CONTAINERS), fc.oneof(fc.constantFrom(...BLOCKS), inline), fc.constantFrom(...SEPARATORS))
  .map(([container, text, separator]) => container + text.replaceAll('\n', `\n${container.replace(/[^>]/g, ' ')}`) + separator)
/** Markdown of every kind, in which each meaningful word occurs once. */
const markdown = fc.array(block, { minLength: 1, maxLength: 6 }).map((blocks) => {
  let count = 0
  const word = () => `w${++count}w`
  return blocks.map((one) => one.replaceAll('$', word()).replace(/%/g, word)).join('')
})

describe('custom terms', () => {
  test('H1: show each signed word, or lead to it', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, async (text) => {
        const html = await showHtml(text)
        const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href).join(' ')
        const shown = `${html.replace(/<[^>]*>/g, '')} ${hrefs}`
        const missing = [...new Set(text.match(/w\d+w/g))].filter((word) => !shown.includes(word))
        expect(missing).toEqual([])
      }),
      { numRuns: countOf(1500, 200) },
    )
  })

  test.each([
    ['the definition of a link', 'a\n\n[b]: https://c.example/d "You pay 100"', '[b]: https://c.example/d "You pay 100"'],
    ['the title of a link', '[a](https://b.example "You pay 100")', '"You pay 100"'],
    ['the language of a code block', '```You pay 100\na\n```', 'You pay 100'],
    ['the target of an image', '![a](https://b.example/c "d")', 'image: a (https://b.example/c) "d"'],
    ['the target of a link that could run', '[a](javascript:b)', 'a (link removed: javascript:b)'],
    ['a cell without a column', '| a |\n|-|\n| b | You pay 100 |', 'You pay 100'],
    ['the label of a footnote', 'a[^not]\n\n[^not]: b', 'a1[not]'],
    ['a footnote that nothing refers to', '~~a~~\n\n[^b]: You pay 100', '[^b]: You pay 100'],
    ['a comment', 'a <!-- You pay 100 -->', '<!-- You pay 100 -->'],
    ['an image in deep nesting', `${'*_'.repeat(30)}![You pay 100](b)${'_*'.repeat(30)}`, 'You pay 100'],
  ])('H1: show %s', async (_, text, expected) => {
    expect(await showText(text)).toContain(expected)
  })

  test('are the same document when a server or a build has parsed them', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, async (text) => {
        const tree = parseDocument(text)
        const prepared = prepareDocument(JSON.parse(JSON.stringify(tree)), { prefix: 't-', headingLevel: 3, words })
        expect(renderToStaticMarkup(renderTerms(prepared.children))).toBe(await showHtml(text))
      }),
      { numRuns: countOf(2000, 200) },
    )
  })

  test('count a list that repeats one number as Markdown does', async () => {
    expect(await showHtml('1. a\n1. b\n   1. c\n   1. d\n1. e')).not.toContain('value=')
    expect(await showHtml('1. a\n1. b\n2. c')).toContain('<li value="1">b</li>')
  })

  test('H1: show the numbers of a list as they are signed', async () => {
    expect(await showHtml('1. a\n5. b\n1. c\n4. d')).toMatch(
      /<ol>\s*<li>a<\/li>\s*<li value="5">b<\/li>\s*<li value="1">c<\/li>\s*<li>d/,
    )
  })
})

describe('a link whose text names a host', () => {
  const isVisible = async (label: string, href: string) => {
    const html = await showHtml(`[${label}](<${href}>)`)
    return /licet-terms-note"> \(opens [^)]*/.test(html)
  }

  test.each([
    ['another host', 'bank.example', 'https://evil.example/'],
    ['another host inside the text', 'Your bank (bank.example) explains', 'https://evil.example/'],
    ['a host that is part of the target', 'bank.example', 'https://bank.example.evil.example/'],
    ['a host that the target contains', 'evil.example', 'https://not-evil.example/'],
    ['a host in the path of the target', 'bank.example', 'https://evil.example/bank.example'],
    ['another host, with a path', 'https://bank.example/terms', 'https://evil.example/terms'],
    ['another host before an @', 'bank.example@evil.example', 'https://evil.example/'],
    ['its host, and the target has a user', 'evil.example', 'https://bank.example@evil.example/'],
    ['another host in capitals', 'BANK.EXAMPLE', 'https://evil.example/'],
    ['another host with wide dots', 'bank。example', 'https://evil.example/'],
    ['another host in look-alike letters', 'bаnk.example', 'https://bank.example/'],
    ['its host, and the target has a final dot', 'bank.example', 'https://bank.example./'],
    ['another host in bold letters', '**bank**.example', 'https://evil.example/'],
    ['another host beside a mark', 'bank.example|x', 'https://evil.example/'],
    ['another address', '192.0.2.1', 'https://192.0.2.7/'],
  ])('H1: shows its target: %s', async (_, label, href) => {
    expect(await isVisible(label, href)).toBe(true)
  })

  test.each([
    ['its host', 'bank.example', 'https://bank.example/'],
    ['its host in capitals, with a path', 'HTTPS://Bank.Example/terms.html', 'https://bank.example/terms.html'],
    ['its host with a final full stop', 'See bank.example.', 'https://bank.example/'],
    ['its host in an e-mail address', 'privacy@bank.example', 'https://bank.example/contact'],
    ['no host', 'Section 1.5 of our terms, v. 2.0', 'https://bank.example/'],
  ])('needs no target on screen: %s', async (_, label, href) => {
    expect(await isVisible(label, href)).toBe(false)
  })
})
