/** Finds an element by its id in the tree that another one stands in: a document, which need not be the page's, or a shadow root. */
export function findInRoot(element: Element, id: string): HTMLElement | null {
  const tree = element.getRootNode()
  return isTree(tree) ? tree.getElementById(id) : null
}

function isTree(node: Node): node is Document | ShadowRoot {
  return 'getElementById' in node
}
