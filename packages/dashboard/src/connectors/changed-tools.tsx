import { Alert, Button, Stack, Text } from '@mantine/core'
import { approveTools, type ConnectorTest } from '@messaging/contract/dashboard/connectors.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { Bullets } from '../ui/bullets.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { FormError } from '../ui/form-error.tsx'
import { tell } from '../ui/tell.ts'
import { words } from './words.ts'

/** The tools of a stored connector that were added or changed since they were approved, with a button to approve them. */
export function ChangedTools({ id, result }: { readonly id: string; readonly result: ConnectorTest }) {
  const approving = useAction(approveTools, { onDone: () => tell(words.approval.done) })
  const { toolsHash } = result
  const waiting = result.tools.filter(({ approval }) => approval !== 'approved')
  if (waiting.length === 0) return null
  return (
    <Alert color="yellow" mb="sm" icon={<IconAlertTriangle aria-hidden />} title={words.approval.title}>
      <Stack gap="sm" align="start">
        <Text size="sm">{words.approval.about}</Text>
        <Bullets>
          {waiting.map(({ name, description, approval, inputSchema = '' }) => (
            <li key={name}>
              <strong>{name}</strong> ({words.approval.states[approval]}){description && `: ${description}`}
              <details>
                <summary>{words.approval.schema}</summary>
                <CodeBlock value={inputSchema} label={words.approval.schemaOf(name)} />
              </details>
            </li>
          ))}
        </Bullets>
        <FormError error={approving.error} />
        {toolsHash === '' ? (
          <Text size="sm">{words.approval.tooLarge}</Text>
        ) : (
          <Button
            size="xs"
            loading={approving.isPending}
            onClick={() => approving.mutate({ params: { id }, body: { toolsHash } })}
          >
            {words.approval.approve}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
