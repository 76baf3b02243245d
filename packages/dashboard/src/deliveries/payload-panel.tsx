import { CodeBlock } from '../ui/code-block.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Panel } from '../ui/panel.tsx'
import { words } from './words.ts'

const { payload: texts } = words
const VIEWS = [
  { value: undefined, label: texts.formatted },
  { value: 'raw', label: texts.raw },
] as const

/** The request body, as coloured JSON or raw. */
export function PayloadPanel({ payload, view }: { readonly payload: string; readonly view: 'raw' | undefined }) {
  return (
    <Panel title={texts.title}>
      <LinkTabs label={texts.view} param="body" value={view} tabs={VIEWS} />
      {view === 'raw' ? (
        <CodeBlock value={payload} label={texts.label} wrap />
      ) : (
        <JsonView text={payload} label={texts.label} />
      )}
    </Panel>
  )
}
