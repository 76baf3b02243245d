import { useMemo } from 'react'
import { CodeBlock } from './code-block.tsx'
import { jsonTree } from './json-tree.ts'
import { JsonTreeView } from './json-tree-view.tsx'

/**
 * Coloured JSON whose objects and arrays can be collapsed and whose values can be copied. Shows anything else as text.
 * The text is not reformatted, so large numbers stay exact. `label` names the text.
 */
export function JsonView({ text, label }: { readonly text: string; readonly label: string }) {
  const root = useMemo(() => jsonTree(text), [text])
  if (!root) return <CodeBlock value={text} label={label} wrap />
  // The key forgets what was open in another text.
  return <JsonTreeView key={text} root={root} text={text} label={label} />
}
