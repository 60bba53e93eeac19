import { type ReactNode, useState } from 'react'
import { describeTree } from './describe-tree.ts'
import { Frame } from './frame.tsx'
import { type StoryExport, useStory } from './use-story.ts'

/** Shows what a screen reader gets from a story: roles, names, states and descriptions, read from the live page. */
export function AccessibilityTree({ of }: { readonly of: StoryExport }): ReactNode {
  const { id, name } = useStory(of)
  const [tree, setTree] = useState('')
  return (
    <div className="wb-tree sb-unstyled">
      <div className="wb-offstage">
        <Frame
          id={id}
          title={`${name}, as a screen reader gets it`}
          width={390}
          height={844}
          onReady={(page) => setTree(describe(page))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
      <section tabIndex={0} aria-label={`Accessibility tree of ${name}`}>
        <pre data-tree={id}>{tree === '' ? 'Reading the live story …' : tree}</pre>
      </section>
    </div>
  )
}

function describe(page: Document): string {
  const modal = [...page.querySelectorAll('dialog[open]')].at(-1)
  return describeTree(modal ?? page.getElementById('storybook-root') ?? page.body)
}
