import { CodeBlock } from '../ui/code-block.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Panel } from '../ui/panel.tsx'

const VIEWS = [
  { value: undefined, label: 'Formatted' },
  { value: 'raw', label: 'Raw' },
] as const

/** The request body, as coloured JSON or raw. */
export function PayloadPanel({ payload, view }: { readonly payload: string; readonly view: 'raw' | undefined }) {
  return (
    <Panel title="Request body">
      <LinkTabs label="Body view" param="body" value={view} tabs={VIEWS} />
      {view === 'raw' ? (
        <CodeBlock value={payload} label="request body" wrap />
      ) : (
        <JsonView text={payload} label="request body" />
      )}
    </Panel>
  )
}
