/** Finds an element by id in the same document or shadow root as another element. That document may be a frame's. */
export function findInRoot(element: Element, id: string): HTMLElement | null {
  const root = element.getRootNode()
  return hasIds(root) ? root.getElementById(id) : null
}

function hasIds(node: Node): node is Document | ShadowRoot {
  return 'getElementById' in node
}
