import { Button, Group, Modal, Text } from '@mantine/core'
import { IconDownload, IconTestPipe } from '@tabler/icons-react'
import { dump } from 'js-yaml'
import { useState } from 'react'
import { CodeBlock } from '../../ui/copy.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { anonymizer, type Chat, savedTest } from './saved-test.ts'

const FILE = 'saved.test.yaml'

/** Shows a chat as a file for `agents test`. Nothing without an answer of the agent. */
export function SaveTest({ chat, customerName }: { readonly chat: Chat; readonly customerName: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!chat.turns.some(({ status, messageIds }) => status === 'answered' && messageIds.length > 0)) return null
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconTestPipe size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Save as test
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Save as test" size="lg">
        {isOpen && <TestFile chat={chat} customerName={customerName} />}
      </Modal>
    </>
  )
}

function TestFile({ chat, customerName }: { readonly chat: Chat; readonly customerName: string }) {
  const text = dump(savedTest(chat, anonymizer(customerName)), { lineWidth: -1, noRefs: true })
  return (
    <>
      <Text mb="sm">
        The customer’s name, phone numbers and email addresses are replaced. Check the rest before you share it. A model
        judges what the agent “says”: shorten it to what matters. Run it with <code>agents test {FILE}</code>.
      </Text>
      <CodeBlock value={text} label="test" wrap />
      <Group justify="flex-end" mt="md">
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadText(FILE, 'application/yaml', text)}
        >
          Download
        </Button>
      </Group>
    </>
  )
}
