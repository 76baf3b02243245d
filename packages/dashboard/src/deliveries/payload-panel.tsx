import { CodeBlock } from '../ui/code-block.tsx'
import { LinkTabs } from '../ui/link-tabs.tsx'
import { Panel } from '../ui/panel.tsx'
import { prettyBody } from './pretty-body.ts'

const VIEWS = [
  { value: undefined, label: 'Formatted' },
  { value: 'raw', label: 'Raw' },
] as const

/** The request body, formatted or raw. */
export function PayloadPanel({ payload, view }: { readonly payload: string; readonly view: 'raw' | undefined }) {
  return (
    <Panel title="Request body">
      <LinkTabs label="Body view" param="body" value={view} tabs={VIEWS} />
      <CodeBlock value={view === 'raw' ? payload : prettyBody(payload)} label="request body" wrap={view === 'raw'} />
    </Panel>
  )
}
