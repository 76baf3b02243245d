import { Button, Group, Modal, Text } from '@mantine/core'
import { IconDownload, IconTestPipe } from '@tabler/icons-react'
import { dump } from 'js-yaml'
import { type ReactNode, useState } from 'react'
import { CodeBlock } from '../../ui/copy.tsx'
import { downloadText } from '../../ui/download-text.ts'

interface KeepTestProps {
  /** What the button says. */
  readonly title: string
  /** The name of the file. */
  readonly file: string
  /** Builds the content of the file, when the button was pressed. */
  readonly build: () => unknown
  /** What is replaced, and what to check. */
  readonly children: ReactNode
}

/** A button that shows a file for `agents test`, with personal data replaced, before it is downloaded. */
export function KeepTest({ title, file, build, children }: KeepTestProps) {
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
        {isOpen && (
          <TestFile file={file} text={dump(build(), { lineWidth: -1, noRefs: true })}>
            {children}
          </TestFile>
        )}
      </Modal>
    </>
  )
}

function TestFile({ file, text, children }: Pick<KeepTestProps, 'file' | 'children'> & { readonly text: string }) {
  return (
    <>
      <Text mb="sm">
        {children} Run it with <code>agents test {file}</code>.
      </Text>
      <CodeBlock value={text} label="test" wrap />
      <Group justify="flex-end" mt="md">
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadText(file, 'application/yaml', text)}
        >
          Download
        </Button>
      </Group>
    </>
  )
}
