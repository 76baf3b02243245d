import { Drawer } from '@mantine/core'
import { Sidebar } from './sidebar.tsx'

/** The sidebar as a drawer, for narrow screens. */
export function NarrowNavigation({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="16rem"
      title="Navigation"
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
    >
      <Sidebar onNavigate={onClose} />
    </Drawer>
  )
}
