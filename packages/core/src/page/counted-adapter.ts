// parse5's repairs can make more nodes than the page has tags, and move them about. This adapter counts them as they are made,
// and finds the place of a node from the end of its siblings, where repairs happen: from the front, tables full of misplaced
// markup take quadratic time (HW-DOC-02).
import type { TreeAdapter, TreeNode } from './lazy-modules.ts'
import type { TreeBudget } from './tree-budget.ts'

/** Gives `adapter` with every new node counted against `budget`. */
export function countedAdapter(adapter: TreeAdapter, budget: TreeBudget): TreeAdapter {
  const depths = new WeakMap<TreeNode, number>()

  const place = (parent: TreeNode, node: TreeNode): void => {
    const depth = (depths.get(parent) ?? 0) + 1
    depths.set(node, depth)
    budget.checkDepth(depth)
  }
  const counted = (node: TreeNode): TreeNode => {
    budget.add(0)
    return node
  }
  const appendChild = (parent: TreeNode, node: TreeNode): void => {
    place(parent, node)
    adapter.appendChild(parent, node)
  }
  const insertBefore = (parent: TreeNode, node: TreeNode, reference: TreeNode): void => {
    place(parent, node)
    const { prev } = reference
    if (prev !== null) prev.next = node
    node.prev = prev
    node.next = reference
    reference.prev = node
    node.parent = parent
    const siblings = parent.children ?? []
    siblings.splice(siblings.lastIndexOf(reference), 0, node)
  }

  return {
    ...adapter,
    createElement: (name, namespace, attributes) =>
      counted(adapter.createElement(name, namespace, attributes)),
    createCommentNode: (text) => counted(adapter.createCommentNode(text)),
    appendChild,
    insertBefore,
    insertText(parent, text) {
      const last = parent.children?.at(-1)
      if (last?.type === 'text') last.data = (last.data ?? '') + text
      else appendChild(parent, counted(adapter.createTextNode(text)))
    },
    insertTextBefore(parent, text, reference) {
      const { prev } = reference
      if (prev?.type === 'text') prev.data = (prev.data ?? '') + text
      else insertBefore(parent, counted(adapter.createTextNode(text)), reference)
    },
    detachNode(node) {
      const { parent, prev, next } = node
      if (parent === null) return
      if (prev !== null) prev.next = next
      if (next !== null) next.prev = prev
      node.prev = null
      node.next = null
      node.parent = null
      const siblings = parent.children ?? []
      siblings.splice(siblings.lastIndexOf(node), 1)
    },
  }
}
