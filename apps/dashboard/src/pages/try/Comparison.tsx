import { Image, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useFormat, useTexts } from '../../state/language';
import { TRY } from './texts';
import classes from './Comparison.module.css';

interface ComparisonProps {
  /** null: the browser cannot show the photo's format. */
  readonly before: string | null;
  readonly after: string;
  readonly width: number;
  readonly height: number;
}

const HALF = 50;
/** What a label takes of the width, in percent. */
const LABEL = 20;

/** The photo and the result over each other; a slider moves the line between them. */
export function Comparison({ before, after, width, height }: ComparisonProps) {
  const texts = useTexts(TRY);
  const format = useFormat();
  const [line, setLine] = useState(HALF);
  const id = useId();
  if (before === null) return <Image src={after} alt={texts.after} radius="md" />;
  return (
    <figure className={classes['figure'] ?? ''}>
      <div className={classes['frame'] ?? ''} style={{ aspectRatio: `${width} / ${height}` }}>
        <img src={before} alt={texts.before} className={classes['picture'] ?? ''} />
        <img
          src={after}
          alt={texts.after}
          className={classes['picture'] ?? ''}
          style={{ clipPath: `inset(0 0 0 ${line}%)` }}
        />
        <div className={classes['line'] ?? ''} style={{ left: `${line}%` }} />
        {/* The pictures say the same to those who cannot see them. */}
        {line > LABEL && (
          <span aria-hidden className={`${classes['label'] ?? ''} ${classes['before'] ?? ''}`}>
            {texts.beforeLabel}
          </span>
        )}
        {line < 100 - LABEL && (
          <span aria-hidden className={`${classes['label'] ?? ''} ${classes['after'] ?? ''}`}>
            {texts.afterLabel}
          </span>
        )}
      </div>
      <Text component="label" htmlFor={id} size="sm" mt="xs" display="block">
        {texts.compare}
      </Text>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={line}
        onChange={({ currentTarget }) => setLine(Number(currentTarget.value))}
        aria-valuetext={texts.shareOfResult(format.percent(1 - line / 100))}
        className={classes['slider'] ?? ''}
      />
    </figure>
  );
}
