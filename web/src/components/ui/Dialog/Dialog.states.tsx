import type { ComponentStates } from '@/components/gallery/states';
import { Button } from '../Button/Button';
import { Dialog, Drawer } from './Dialog';

export default {
  Dialog: {
    medium: {
      overlay: ({ text, onClose }) => (
        <Dialog open onClose={onClose} title={text.title}>
          <p>{text.sentence}</p>
        </Dialog>
      ),
    },
    large: {
      overlay: ({ text, onClose }) => (
        <Dialog open onClose={onClose} title={text.title} size="large">
          <p>{text.long}</p>
        </Dialog>
      ),
    },
    hideTitle: {
      overlay: ({ text, onClose }) => (
        <Dialog open onClose={onClose} title={text.title} hideTitle>
          <p>{text.sentence}</p>
        </Dialog>
      ),
    },
    persistent: {
      overlay: ({ text, onClose }) => (
        <Dialog open onClose={onClose} title={text.title} persistent>
          <Button variant="primary" fullWidth onClick={onClose}>
            {text.save}
          </Button>
        </Dialog>
      ),
    },
    long: {
      overlay: ({ text, onClose }) => (
        <Dialog open onClose={onClose} title={text.long}>
          {Array.from({ length: 20 }, (_, index) => (
            <p key={index}>{text.long}</p>
          ))}
        </Dialog>
      ),
    },
  },
  Drawer: {
    start: {
      overlay: ({ text, onClose }) => (
        <Drawer open onClose={onClose} title={text.title}>
          <p>{text.sentence}</p>
        </Drawer>
      ),
    },
    end: {
      overlay: ({ text, onClose }) => (
        <Drawer open onClose={onClose} title={text.title} side="end">
          <p>{text.sentence}</p>
        </Drawer>
      ),
    },
    large: {
      overlay: ({ text, onClose }) => (
        <Drawer open onClose={onClose} title={text.title} side="end" size="large">
          <p>{text.long}</p>
        </Drawer>
      ),
    },
  },
} satisfies ComponentStates;
