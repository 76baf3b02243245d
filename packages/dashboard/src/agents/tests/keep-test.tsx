import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { AgentTest } from '@replywright/contract/agent-tests.ts'
import { saveTest } from '@replywright/contract/dashboard/agent-tests.ts'
import { IconDownload, IconTestPipe } from '@tabler/icons-react'
import { dump } from 'js-yaml'
import { type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { Allowed } from '../../ui/allowed.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { FormError } from '../../ui/form-parts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { hasFiles, type KeptFile } from './kept-file.ts'

interface KeepTestProps {
  /** What the button says. */
  readonly title: string
  /** The name of the file. */
  readonly file: string
  readonly agentId: string
  /** Builds the content of the file, when the button was pressed. */
  readonly build: () => KeptFile
  /** What is replaced, and what to check. */
  readonly children: ReactNode
}

/** A button that shows a test, with personal data replaced, before it is saved with the agent or downloaded for `agents test`. */
export function KeepTest({ title, ...shown }: KeepTestProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconTestPipe size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={title} size="lg">
        {isOpen && <TestFile {...shown} onClose={() => setOpen(false)} />}
      </Modal>
    </>
  )
}

function TestFile({
  file,
  agentId,
  build,
  children,
  onClose,
}: Omit<KeepTestProps, 'title'> & { readonly onClose: () => void }) {
  const [kept] = useState(build)
  const [first] = kept.tests
  const [name, setName] = useState(first?.name ?? '')
  const saving = useAction(saveTest, { done: 'Test saved. Run it under Tests of the agent.', onDone: onClose })
  const text = dump(kept, { lineWidth: -1, noRefs: true })
  const named = v.safeParse(AgentTest, { ...first, name })
  const isWithFiles = hasFiles(kept)
  return (
    <>
      <Text mb="sm">{children}</Text>
      {!isWithFiles && (
        <Allowed endpoint={saveTest}>
          <TextInput
            label="Name of the test"
            description="Replaces the saved test of the same name."
            required
            mb="sm"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Allowed>
      )}
      <CodeBlock value={text} label="test" wrap />
      <Text c="dimmed" mt="sm">
        {isWithFiles && 'A test with pictures or documents runs only with the command line. '}
        With the command line: <code>agents test {file}</code>
      </Text>
      <FormError error={saving.error} />
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadText(file, 'application/yaml', text)}
        >
          Download
        </Button>
        {!isWithFiles && (
          <Allowed endpoint={saveTest}>
            <Button
              loading={saving.isPending}
              disabled={!named.success}
              onClick={() => named.success && saving.mutate({ params: { id: agentId }, body: { test: named.output } })}
            >
              Save test
            </Button>
          </Allowed>
        )}
      </Group>
    </>
  )
}
