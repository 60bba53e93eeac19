import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Annotation, Compartment, EditorState, type Range, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PlacedFinding } from './place-findings.ts'

/** Props of {@link WordingEditor}. */
export interface WordingEditorProps {
  /** The name of the editor for screen readers. */
  readonly label: string
  readonly locale: string
  readonly value: string
  readonly findings: readonly PlacedFinding[]
  readonly onChange: (value: string) => void
  /** Receives the editor, for a jump to a finding. */
  readonly onReady?: ((view: EditorView) => void) | undefined
}

/** An editor for a wording. It marks placeholders, and shows each finding below its line. */
export function WordingEditor({ label, locale, value, findings, onChange, onReady }: WordingEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const handlers = useRef({ onChange, onReady })
  useEffect(() => {
    handlers.current = { onChange, onReady }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next effects bring the editor up to date
  useEffect(() => {
    const changed = EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((one) => one.annotation(fromOutside))) {
        handlers.current.onChange(update.state.doc.toString())
      }
    })
    const attributes = languageAttributes.of(attributesOf(label, locale))
    const editor = new EditorView({
      parent: host.current ?? document.body,
      state: EditorState.create({ doc: value, extensions: [EXTENSIONS, changed, attributes] }),
    })
    view.current = editor
    handlers.current.onReady?.(editor)
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    view.current?.dispatch({ effects: languageAttributes.reconfigure(attributesOf(label, locale)) })
  }, [label, locale])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value }, annotations: fromOutside.of(true) })
  }, [value])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined) return
    editor.dispatch({ effects: setNotes.of(findings) }, setDiagnostics(editor.state, diagnosticsOf(findings, editor.state)))
  }, [findings])
  return <div ref={host} className="editor" />
}

/** Marks a change that did not come from the keyboard. */
const fromOutside = Annotation.define<boolean>()
const languageAttributes = new Compartment()
const setNotes = StateEffect.define<readonly PlacedFinding[]>()

const placeholders = new MatchDecorator({
  regexp: /\{\{[^}]*\}\}|\{#\w+\}/g,
  decoration: ([text = '']) => Decoration.mark({ class: /^\{(?:\{[#^/]|#)/.test(text) ? 'cm-section' : 'cm-placeholder' }),
})
const markedPlaceholders = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = placeholders.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = placeholders.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)
const markedHeadings = EditorView.decorations.compute(['doc'], (state) => {
  const marks: Range<Decoration>[] = []
  for (let at = 1; at <= state.doc.lines; at++) {
    const line = state.doc.line(at)
    if (line.text.startsWith('#')) marks.push(Decoration.line({ class: 'cm-heading' }).range(line.from))
  }
  return Decoration.set(marks)
})

/** A finding below its line. */
class Note extends WidgetType {
  readonly finding: PlacedFinding['finding']
  constructor(finding: PlacedFinding['finding']) {
    super()
    this.finding = finding
  }
  override eq(other: Note): boolean {
    return other.finding.message === this.finding.message
  }
  toDOM(): HTMLElement {
    // The editor does not count margins, so the space around a note is the padding of another element.
    const space = document.createElement('div')
    space.className = 'cm-note-space'
    space.dir = 'ltr'
    const note = document.createElement('p')
    note.className = 'cm-note'
    const message = document.createElement('strong')
    message.textContent = this.finding.message
    note.append(message, ` ${this.finding.fix}`)
    space.append(note)
    return space
  }
}

const notes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const effect = transaction.effects.find((one) => one.is(setNotes))
    if (!effect?.is(setNotes)) return shown.map(transaction.changes)
    const { doc } = transaction.state
    const ranges = effect.value.flatMap(({ finding, range }) => {
      if (range === undefined || range.to > doc.length) return []
      return [Decoration.widget({ widget: new Note(finding), block: true, side: 1 }).range(doc.lineAt(range.from).to)]
    })
    return Decoration.set(ranges, true)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const EXTENSIONS = [
  lineNumbers(),
  history(),
  drawSelection(),
  EditorView.lineWrapping,
  markedPlaceholders,
  markedHeadings,
  notes,
  // Tab leaves the editor, as it leaves every other field.
  keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
]

function attributesOf(label: string, locale: string) {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    lang: locale,
    dir: 'auto',
    spellcheck: 'true',
    // Checkers of accessibility do not know that an editable element takes the focus.
    tabindex: '0',
  })
}

function diagnosticsOf(findings: readonly PlacedFinding[], state: EditorState) {
  return findings.flatMap(({ finding, range }) => {
    if (range === undefined || range.to > state.doc.length) return []
    return [
      {
        ...range,
        severity: finding.severity === 'notice' ? ('info' as const) : finding.severity,
        message: `${finding.message} ${finding.fix}`,
      },
    ]
  })
}
