'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { LicetDevtoolsProps } from '../licet-devtools.tsx'
import { LinksTab } from './links-tab.tsx'
import { MakeTab } from './make-tab.tsx'
import { NowTab } from './now-tab.tsx'
import { RecordTab } from './record-tab.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { useTools, useView } from './tools.ts'
import { useKept } from './use-kept.ts'

const TABS = ['Now', 'Record', 'Requests', 'Make', 'Links'] as const
type Tab = (typeof TABS)[number]

/** The button, and the panel while it is open. */
export function Panel({ position, defaultOpen = false, docsUrl, storiesUrl }: LicetDevtoolsProps): ReactNode {
  const [isOpen, setOpen] = useKept('open', defaultOpen)
  const [tab, setTab] = useKept<Tab>('tab', 'Now')
  const { place } = useTools()
  const { flow } = useView()
  const toggle = useRef<HTMLButtonElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  // The focus follows a press, and not a page that opens with the panel.
  useEffect(() => {
    if (isPressed.current) (isOpen ? close : toggle).current?.focus()
  }, [isOpen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open panel has another place
  useLayoutEffect(place, [place, isOpen])
  const press = (open: boolean) => {
    isPressed.current = true
    setOpen(open)
  }
  if (!isOpen)
    return (
      <button
        ref={toggle}
        type="button"
        className="toggle"
        data-corner={position}
        aria-expanded={false}
        onClick={() => press(true)}
      >
        Licet devtools
      </button>
    )
  return (
    // A landmark that is not modal: the page beside it stays usable.
    <section
      className="panel"
      data-corner={position}
      aria-labelledby="title"
      onKeyDown={(event) => event.key === 'Escape' && press(false)}
    >
      <header>
        <h2 id="title">
          Licet devtools: <code>{flow.state}</code>
        </h2>
        <button ref={close} type="button" onClick={() => press(false)}>
          Close
        </button>
      </header>
      <Tabs tab={tab} onChange={setTab} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable with the keyboard */}
      <div role="tabpanel" id="tab" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === 'Now' && <NowTab />}
        {tab === 'Record' && <RecordTab />}
        {tab === 'Requests' && <RequestsTab />}
        {tab === 'Make' && <MakeTab />}
        {tab === 'Links' && <LinksTab docsUrl={docsUrl} storiesUrl={storiesUrl} />}
      </div>
    </section>
  )
}

/** Tabs with the keys of the ARIA pattern. */
function Tabs({ tab, onChange }: { readonly tab: Tab; readonly onChange: (tab: Tab) => void }): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  const move = ({ key }: KeyboardEvent) => {
    const at = TABS.indexOf(tab)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + TABS.length, Home: 0, End: TABS.length - 1 }[key]
    const name = next === undefined ? undefined : TABS[next % TABS.length]
    if (name === undefined) return
    onChange(name)
    list.current?.querySelector<HTMLElement>(`#tab-${name}`)?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Devtools" onKeyDown={move}>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === tab}
          aria-controls="tab"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
