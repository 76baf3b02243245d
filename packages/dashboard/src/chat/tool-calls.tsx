import type { AgentTurn, ToolCall } from '@messaging/contract/dashboard/tool-calls.ts'
import { IconAlertTriangle, IconTool } from '@tabler/icons-react'
import { prettyBody } from '../deliveries/pretty-body.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import classes from './chat.module.css'

/** The tools that an agent called, each opened on demand. */
export function ToolCalls({ turn }: { readonly turn: AgentTurn }) {
  return (
    <div className={classes.calls}>
      {numbered(turn).map(({ key, call }) => (
        <OneCall key={key} call={call} />
      ))}
    </div>
  )
}

/** Calls have nothing to be told apart by but their place. */
function numbered({ id, toolCalls }: AgentTurn) {
  return toolCalls.map((call, index) => ({ key: `${id} ${index}`, call }))
}

function OneCall({ call: { name, arguments: args, result, ran } }: { readonly call: ToolCall }) {
  const wasRefused = result !== null && !ran
  const Sign = wasRefused ? IconAlertTriangle : IconTool
  return (
    <details className={classes.call}>
      <summary className={classes.summary}>
        <Sign size={13} aria-hidden />
        <code>{name}</code>
        {result === null ? 'is running' : wasRefused ? 'was refused' : 'was called'}
      </summary>
      <div className={classes.detail}>
        <CodeBlock value={prettyBody(args)} label="arguments" wrap />
        {result !== null && <CodeBlock value={prettyBody(result)} label="result" wrap />}
      </div>
    </details>
  )
}
