import { Alert, Button, Stack, Text } from '@mantine/core'
import { approveTools, type ConnectorTest } from '@messaging/contract/dashboard/connectors.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { Bullets } from '../ui/bullets.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { FormError } from '../ui/form-error.tsx'
import { tell } from '../ui/tell.ts'

const STATE_NAMES = { approved: 'approved', new: 'new', changed: 'changed' }

/** The tools of a stored connector that were added or changed since they were approved, with a button to approve them. */
export function ChangedTools({ id, result }: { readonly id: string; readonly result: ConnectorTest }) {
  const approving = useAction(approveTools, { onDone: () => tell('Tools approved') })
  const { toolsHash } = result
  const waiting = result.tools.filter(({ approval }) => approval !== 'approved')
  if (waiting.length === 0) return null
  return (
    <Alert color="yellow" mb="sm" icon={<IconAlertTriangle aria-hidden />} title="The server changed its tools">
      <Stack gap="sm" align="start">
        <Text size="sm">
          Agents do not use new and changed tools until you approve them. Read what they tell the model: a server that
          was taken over could use it to give your agents instructions.
        </Text>
        <Bullets>
          {waiting.map(({ name, description, approval, inputSchema = '' }) => (
            <li key={name}>
              <strong>{name}</strong> ({STATE_NAMES[approval]}){description && `: ${description}`}
              <details>
                <summary>Parameters</summary>
                <CodeBlock value={inputSchema} label={`Parameters of ${name}`} />
              </details>
            </li>
          ))}
        </Bullets>
        <FormError error={approving.error} />
        {toolsHash === '' ? (
          <Text size="sm">The tools are too many or too large to be shown completely, so they cannot be approved.</Text>
        ) : (
          <Button
            size="xs"
            loading={approving.isPending}
            onClick={() => approving.mutate({ params: { id }, body: { toolsHash } })}
          >
            Approve tools
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
