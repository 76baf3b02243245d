import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react'
import { Container } from '../ui/container.tsx'

/** Replaces a page that cannot be shown: what is wrong, and a button to try again. The layout stays. */
export function Trouble({
  title,
  text,
  onRetry,
}: {
  readonly title: string
  readonly text: string
  readonly onRetry: () => void
}) {
  return (
    <Container>
      <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert" title={title}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{text}</Text>
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
            Try again
          </Button>
        </Stack>
      </Alert>
    </Container>
  )
}
