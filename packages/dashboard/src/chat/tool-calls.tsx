import type { AgentTurn, ToolCall } from '@messaging/contract/dashboard/tool-calls.ts'
import { IconAlertTriangle, IconTool } from '@tabler/icons-react'
import { prettyBody } from '../deliveries/pretty-body.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import classes from './chat.module.css'

/** The tool calls of a turn. Each call expands. */
export function ToolCalls({ turn }: { readonly turn: AgentTurn }) {
  return (
    <div className={classes.calls}>
      {numbered(turn).map(({ key, call }) => (
        <OneCall key={key} call={call} />
      ))}
    </div>
  )
}

/** Adds keys by position, because tool calls have no id. */
function numbered({ id, toolCalls }: AgentTurn) {
  return toolCalls.map((call, index) => ({ key: `${id} ${index}`, call }))
}

function OneCall({ call: { name, arguments: args, result, ran } }: { readonly call: ToolCall }) {
  const isRejected = result !== null && !ran
  const Sign = isRejected ? IconAlertTriangle : IconTool
  return (
    <details className={classes.call}>
      <summary className={classes.summary}>
        <Sign size={13} aria-hidden />
        <code>{name}</code>
        {result === null ? 'Running' : isRejected ? 'Rejected' : 'Called'}
      </summary>
      <div className={classes.detail}>
        <CodeBlock value={prettyBody(args)} label="arguments" wrap />
        {result !== null && <CodeBlock value={prettyBody(result)} label="result" wrap />}
      </div>
    </details>
  )
}
