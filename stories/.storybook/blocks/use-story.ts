import { useOf } from '@storybook/addon-docs/blocks'

/** A story as a docs page refers to it: an export of a story file. */
export type StoryExport = Parameters<typeof useOf>[0]

/** Returns the id and the name of a story. */
export function useStory(of: StoryExport): { readonly id: string; readonly name: string } {
  const resolved = useOf(of, ['story'])
  return resolved.story
}
