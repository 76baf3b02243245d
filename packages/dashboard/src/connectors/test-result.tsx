import { Alert, Text } from '@mantine/core'
import type { ConnectorTest } from '@messaging/contract/dashboard/connectors.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { words } from './words.ts'

/** The tools of a server, or why they could not be listed and how to fix it. */
export function TestResult({ result }: { readonly result: ConnectorTest }) {
  const { problem, tools } = result
  if (problem !== null)
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={problemText(result)}>
        {words.test.fixes[problem]}
      </Alert>
    )
  if (tools.length === 0) return <Text size="sm">{words.test.noTools}</Text>
  return (
    <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={words.test.found(tools.length)}>
      <Bullets>
        {tools.map(({ name, description }) => (
          <li key={name}>
            <strong>{name}</strong>
            {description && `: ${description}`}
          </li>
        ))}
      </Bullets>
    </Alert>
  )
}

function problemText({ problem, status }: ConnectorTest): string {
  const text = problem ? words.test.problems[problem] : ''
  return status === null ? text : words.test.withStatus(text, status)
}

/** Asks whether to save a connector whose server could not be reached. */
export function UnreachableDialog({
  failed,
  onClose,
  onSave,
}: {
  readonly failed: ConnectorTest | undefined
  readonly onClose: () => void
  readonly onSave: () => void
}) {
  return (
    <ConfirmDialog
      opened={failed !== undefined}
      onClose={onClose}
      title={words.test.saveTitle}
      confirm={words.test.saveAnyway}
      onConfirm={onSave}
      isPending={false}
    >
      {failed && <TestResult result={failed} />}
      <Text size="sm" mt="sm">
        {words.test.saveAbout}
      </Text>
    </ConfirmDialog>
  )
}
