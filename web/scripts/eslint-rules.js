const message =
  'Give the text an element of its own, or join the texts: after a translation by the browser, a page crashes when nodes beside a text come and go.';

/** Elements in which a property, such as `children`, stands for elements. */
const blocks = /^(article|aside|div|dl|fieldset|footer|form|header|main|nav|section|ul)$/;

const isBlank = (node) =>
  (node.type === 'JSXText' && !node.value.trim()) || node.expression?.type === 'JSXEmptyExpression';
const isMap = (node) => node.type === 'CallExpression' && node.callee.property?.name === 'map';

/**
 * Reports texts beside nodes that come and go. A translation by the browser replaces text nodes, after which React cannot
 * remove them or insert anything before them. An only child is safe: React sets it as the content of its element.
 */
export const textInElement = {
  create({ sourceCode, report }) {
    /** Whether an expression may render a text node. */
    const isText = (node, inBlock) => {
      const inner = (item) => isText(item, inBlock);
      if (/^JSX(Element|Fragment)$/.test(node.type) || isMap(node) || node.name === 'undefined')
        return false;
      if (node.type === 'JSXExpressionContainer') return inner(node.expression);
      if (node.type === 'Literal') return node.raw !== 'null' && node.value !== ' ';
      if (node.type === 'ConditionalExpression')
        return inner(node.consequent) || inner(node.alternate);
      if (node.type === 'LogicalExpression')
        return inner(node.right) || (node.operator !== '&&' && inner(node.left));
      const name = node.type === 'CallExpression' ? node.callee : node;
      if (name.type !== 'Identifier') return true;
      const { references } = sourceCode.getScope(name);
      const variable = references.find((reference) => reference.identifier === name)?.resolved;
      const { type, node: definition } = variable?.defs[0] ?? {};
      if (type === 'FunctionName') return inner(definition.body.body.at(-1).argument);
      if (type === 'Variable' && definition.init) return inner(definition.init);
      return type !== 'Parameter' || !inBlock;
    };
    /** Whether nodes of an expression come and go. Two alternative texts are one node. */
    const comesAndGoes = (node) => {
      if (node.type === 'JSXExpressionContainer') return comesAndGoes(node.expression);
      if (node.type === 'LogicalExpression') return true;
      if (node.type !== 'ConditionalExpression') return isMap(node);
      return [node.consequent, node.alternate].some((item) => !isText(item) || comesAndGoes(item));
    };
    const check = ({ children, openingElement }) => {
      const nodes = children.filter((child) => !isBlank(child));
      // The siblings of a fragment's nodes are unknown.
      if (openingElement && (nodes.length < 2 || !nodes.some(comesAndGoes))) return;
      const inBlock = !openingElement || blocks.test(openingElement.name.name);
      for (const node of nodes) if (isText(node, inBlock)) report({ node, message });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};
