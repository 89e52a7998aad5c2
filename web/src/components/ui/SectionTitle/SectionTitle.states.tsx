import type { ComponentStates } from '@/components/gallery/states';
import { paths } from '@/lib/paths/paths';
import { Button } from '../Button/Button';
import { PageTitle, Section, SectionTitle } from './SectionTitle';

export default {
  PageTitle: {
    default: ({ text }) => <PageTitle>{text.title}</PageTitle>,
    aside: ({ text }) => (
      <PageTitle aside={<Button size="small">{text.open}</Button>}>{text.title}</PageTitle>
    ),
    long: ({ text }) => <PageTitle>{text.longWord}</PageTitle>,
  },
  SectionTitle: {
    default: ({ text }) => <SectionTitle>{text.title}</SectionTitle>,
    all: ({ text }) => <SectionTitle allTo={paths.slots.to()}>{text.title}</SectionTitle>,
    aside: ({ text }) => (
      <SectionTitle aside={<Button size="small">{text.open}</Button>}>{text.title}</SectionTitle>
    ),
    long: ({ text }) => <SectionTitle allTo={paths.slots.to()}>{text.long}</SectionTitle>,
  },
  Section: {
    default: ({ text }) => (
      <Section title={text.title} allTo={paths.slots.to()}>
        <p>{text.sentence}</p>
      </Section>
    ),
  },
} satisfies ComponentStates;
