const message =
  'Wrap the text in an element, or join the texts. After a translation by the browser, a page crashes when nodes next to a text come and go.';

/** Elements that may have elements in a property, such as `children`. */
const blocks = /^(article|aside|div|dl|fieldset|footer|form|header|main|nav|section|ul)$/;

const isBlank = (node) =>
  (node.type === 'JSXText' && !node.value.trim()) || node.expression?.type === 'JSXEmptyExpression';
const isMap = (node) => node.type === 'CallExpression' && node.callee.property?.name === 'map';

/**
 * Reports texts next to nodes that come and go. The browser's translation replaces text nodes, and
 * then React cannot remove them or insert before them. An only child is safe.
 */
export const textInElement = {
  create({ sourceCode, report }) {
    /** Returns whether an expression may render a text node. */
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
    /** Returns whether nodes of an expression come and go. Two alternative texts are one node. */
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
